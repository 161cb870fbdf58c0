// Manifest: see manifest.h.
#include "model/manifest.h"

#include "core/check.h"
#include "core/text.h"
#include "kernels/kernels.h"
#include "model/request.h"
#include "model/saturation.h"

// `,` between the items of a list.
static const char *comma(int index) {
    return index > 0 ? "," : "";
}

static void write_fields(Text *json, const char *key, const Field *fields, int count) {
    text_add(json, "\"%s\":[", key);
    for (int i = 0; i < count; i++)
        text_add(json, "%s\"%s\"", comma(i), fields[i].name);
    text_add(json, "]");
}

static void write_choices(Text *json) {
    text_add(json, ",\"choices\":{");
    for (int i = 0; i < CHOICE_COUNT; i++) {
        text_add(json, "%s\"%s\":[", comma(i), CHOICES[i].field);
        for (int j = 0; j < CHOICES[i].count; j++)
            text_add(json, "%s\"%s\"", comma(j), CHOICES[i].names[j]);
        text_add(json, "]");
    }
    text_add(json, "}");
}

static void write_section(Text *json, const char *key, Section section) {
    text_add(json, "\"%s\":[", key);
    int written = 0;
    for (int i = 0; i < STEP_COUNT; i++)
        if (STEPS[i].section == section)
            text_add(json, "%s\"%s\"", comma(written++), STEPS[i].name);
    text_add(json, "]");
}

static void write_steps(Text *json) {
    text_add(json, ",\"steps\":{");
    write_section(json, "before", SECTION_BEFORE);
    text_add(json, ",");
    write_section(json, "layer", SECTION_LAYER);
    text_add(json, ",");
    write_section(json, "after", SECTION_AFTER);
    text_add(json, "}");
}

static void write_tensor(Text *json, const TensorInfo *info) {
    text_add(json, "{\"name\":\"%s\",\"scope\":\"%s\",\"step\":\"%s\",\"shape\":[", info->name,
             scope_name(info->scope), STEPS[info->step].name);
    for (int axis = 0; axis < tensor_rank(info); axis++)
        text_add(json, "%s\"%c\"", comma(axis), info->shape[axis]);
    text_add(json, "],\"writable\":%s}", info->writable ? "true" : "false");
}

static void write_tensors(Text *json) {
    text_add(json, ",\"tensors\":[");
    for (int i = 0; i < TENSOR_COUNT; i++) {
        text_add(json, "%s", comma(i));
        write_tensor(json, &TENSORS[i]);
    }
    text_add(json, "]");
}

static void write_status(Text *json) {
    text_add(json, ",\"status\":{");
    for (int i = 0; i < STATUS_COUNT; i++)
        text_add(json, "%s\"%s\":%d", comma(i), status_name((Status)-i), -i);
    text_add(json, "}");
}

static void write_saturation(Text *json) {
    text_add(json, ",\"saturation\":{");
    write_fields(json, "fields", SATURATION_FIELDS, SATURATION_FIELD_COUNT);
    text_add(json, ",\"results\":[");
    for (int i = 0; i < SATURATION_RESULT_COUNT; i++)
        text_add(json, "%s\"%s\"", comma(i), SATURATION_RESULTS[i]);
    text_add(json, "]}");
}

static void write_row(Text *json) {
    text_add(json, ",\"row\":[");
    for (int i = 0; i < TRACE_ROW_FIELD_COUNT; i++)
        text_add(json, "%s\"%s\"", comma(i), TRACE_ROW_FIELDS[i]);
    text_add(json, "]");
}

const char *manifest_text(void) {
    static char buffer[12288];
    if (buffer[0])
        return buffer;

    Text json = text_open(buffer, sizeof buffer);
    text_add(&json, "{\"abi\":%d,\"build\":\"%s\",", MANIFEST_ABI, kernels_build());
    write_fields(&json, "config", CONFIG_FIELDS, CONFIG_FIELD_COUNT);
    text_add(&json, ",");
    write_fields(&json, "run", REQUEST_FIELDS, REQUEST_FIELD_COUNT);
    write_choices(&json);
    write_steps(&json);
    write_tensors(&json);
    write_saturation(&json);
    write_status(&json);
    write_row(&json);
    text_add(&json, "}");
    CHECK(!json.cut);
    return buffer;
}
