// Safetensors: see safetensors.h. Tensors stand in the order of the catalogue, without gaps. The
// header is filled up with spaces to a multiple of eight, as the format's own writer does, so that
// the numbers are aligned.
#include "train/safetensors.h"

#include "core/check.h"
#include "core/text.h"
#include "train/half.h"

#include <math.h>
#include <string.h>

enum { LENGTH_BYTES = 8, ENTRY_MOST = 160, ALIGN = 8 };
static const char *const TYPE_NAMES[] = {[TYPE_F32] = "F32", [TYPE_F16] = "F16"};
static const int TYPE_BYTES[] = {[TYPE_F32] = 4, [TYPE_F16] = 2};

static bool is_weight(const Flow *flow, int row) {
    return row < flow->trace.n_rows && TENSORS[flow->trace.rows[row].tensor].writable;
}

static size_t cells_of(const TraceRow *row) {
    return (size_t)row->size0 * (size_t)row->size1;
}

static void write_entry(Text *header, const TraceRow *row, NumberType type, size_t begin) {
    text_add(header, "\"");
    if (row->layer >= 0)
        text_add(header, "layers.%d.", row->layer);
    text_add(header, "%s\":{\"dtype\":\"%s\",\"shape\":[%d", TENSORS[row->tensor].name,
             TYPE_NAMES[type], row->size0);
    if (row->rank == 2)
        text_add(header, ",%d", row->size1);
    text_add(header, "],\"data_offsets\":[%u,%u]}", (unsigned)begin,
             (unsigned)(begin + cells_of(row) * TYPE_BYTES[type]));
}

// Writes the header, if `header` is not NULL; returns its length and the bytes of all numbers.
static size_t write_header(const Flow *flow, NumberType type, char *header, size_t room,
                           size_t *data) {
    char scratch[ENTRY_MOST];
    size_t length = 1;
    *data = 0;
    for (int row = 0; is_weight(flow, row); row++) {
        Text entry = text_open(scratch, sizeof scratch);
        if (row > 0)
            text_add(&entry, ",");
        write_entry(&entry, &flow->trace.rows[row], type, *data);
        size_t more = strlen(scratch);
        CHECK(more + 1 < sizeof scratch);
        if (header) {
            CHECK(length + more < room);
            memcpy(header + length, scratch, more);
        }
        length += more;
        *data += cells_of(&flow->trace.rows[row]) * TYPE_BYTES[type];
    }
    length += 1;
    size_t padded = (length + ALIGN - 1) / ALIGN * ALIGN;
    if (header) {
        header[0] = '{';
        header[length - 1] = '}';
        memset(header + length, ' ', padded - length);
    }
    return padded;
}

size_t safetensors_size(const Flow *flow, NumberType type) {
    size_t data, header = write_header(flow, type, NULL, 0, &data);
    return LENGTH_BYTES + header + data;
}

static uint8_t *put_number(uint8_t *to, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++)
        to[i] = (uint8_t)(number >> (8 * i));
    return to + bytes;
}

void safetensors_write(const Flow *flow, NumberType type, uint8_t *bytes) {
    size_t data, size = safetensors_size(flow, type);
    size_t header =
        write_header(flow, type, (char *)bytes + LENGTH_BYTES, size - LENGTH_BYTES, &data);
    put_number(bytes, header, LENGTH_BYTES);
    uint8_t *to = bytes + LENGTH_BYTES + header;
    for (int row = 0; is_weight(flow, row); row++) {
        const float *cells = flow->trace.data[row];
        for (size_t i = 0; i < cells_of(&flow->trace.rows[row]); i++) {
            uint32_t bits;
            memcpy(&bits, &cells[i], sizeof bits);
            to = put_number(to, type == TYPE_F16 ? half_from(cells[i]) : bits, TYPE_BYTES[type]);
        }
    }
}

Status safetensors_round(const Flow *flow, Problem *problem) {
    for (int row = 0; is_weight(flow, row); row++) {
        const TraceRow *at = &flow->trace.rows[row];
        float *cells = flow->trace.data[row];
        for (size_t i = 0; i < cells_of(at); i++) {
            float rounded = half_value(half_from(cells[i]));
            if (!isfinite(rounded))
                return problem_say(problem, STATUS_NOT_FINITE,
                                   "Weight %u of %s, layer %d, is %g, which F16 cannot hold; "
                                   "train again with a lower learning rate.",
                                   (unsigned)i, TENSORS[at->tensor].name, at->layer, cells[i]);
            cells[i] = rounded;
        }
    }
    return STATUS_OK;
}
