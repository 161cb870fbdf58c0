// Manifest: see manifest.h.
#include "model/manifest.h"

#include "core/check.h"
#include "core/text.h"
#include "direct/saturation.h"
#include "kernels/kernels.h"
#include "model/request.h"

static void write_section(Text *json, const char *key, Section section) {
    text_key(json, key);
    text_add(json, "[");
    int written = 0;
    for (int i = 0; i < STEP_COUNT; i++)
        if (STEPS[i].section == section)
            text_add(json, "%s\"%s\"", text_comma(written++), STEPS[i].name);
    text_add(json, "]");
}

static void write_steps(Text *json) {
    text_key(json, "steps");
    text_add(json, "{");
    write_section(json, "before", SECTION_BEFORE);
    write_section(json, "layer", SECTION_LAYER);
    write_section(json, "after", SECTION_AFTER);
    text_add(json, "}");
}

static void write_tensor(Text *json, const TensorInfo *info) {
    int rank = tensor_rank(info);
    text_add(json, "{\"name\":\"%s\",\"scope\":\"%s\",\"step\":\"%s\",\"shape\":[", info->name,
             scope_name(info->scope), STEPS[info->step].name);
    for (int axis = 0; axis < rank; axis++)
        text_add(json, "%s\"%c\"", text_comma(axis), axis_letter(info->axes[axis]));
    text_add(json, "],\"axes\":[");
    for (int axis = 0; axis < rank; axis++)
        text_add(json, "%s\"%s\"", text_comma(axis), axis_name(info->axes[axis]));
    text_add(json, "],\"role\":\"%s\",\"writable\":%s}",
             info->writable ? "parameter" : "activation", info->writable ? "true" : "false");
}

static void write_tensors(Text *json) {
    text_key(json, "tensors");
    text_add(json, "[");
    for (int i = 0; i < TENSOR_COUNT; i++) {
        text_add(json, "%s", text_comma(i));
        write_tensor(json, &TENSORS[i]);
    }
    text_add(json, "]");
}

static void write_saturation(Text *json) {
    text_key(json, "saturation");
    text_add(json, "{");
    fields_write(json, "fields", SATURATION_FIELDS, SATURATION_FIELD_COUNT);
    text_names(json, "results", SATURATION_RESULTS, SATURATION_RESULT_COUNT);
    text_add(json, "}");
}

const char *manifest_text(void) {
    static char buffer[16384];
    if (buffer[0])
        return buffer;

    Text json = text_open(buffer, sizeof buffer);
    text_add(&json, "{\"abi\":%d,\"build\":\"%s\"", MANIFEST_ABI, kernels_build());
    fields_write(&json, "config", CONFIG_FIELDS, CONFIG_FIELD_COUNT);
    fields_write(&json, "run", REQUEST_FIELDS, REQUEST_FIELD_COUNT);
    choices_write(&json);
    write_steps(&json);
    write_tensors(&json);
    write_saturation(&json);
    status_write(&json);
    text_names(&json, "row", TRACE_ROW_FIELDS, TRACE_ROW_FIELD_COUNT);
    text_add(&json, "}");
    CHECK(!json.cut);
    return buffer;
}
