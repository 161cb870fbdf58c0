// Text: see text.h.
#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>

Text text_open(char *start, size_t size) {
    start[0] = '\0';
    return (Text){.start = start, .size = size, .length = 0, .cut = false};
}

void text_add(Text *text, const char *format, ...) {
    size_t room = text->size - text->length;
    va_list arguments;
    va_start(arguments, format);
    int wanted = vsnprintf(text->start + text->length, room, format, arguments);
    va_end(arguments);

    if (wanted < 0 || (size_t)wanted >= room) {
        text->cut = true;
        text->length = text->size - 1;
        return;
    }
    text->length += (size_t)wanted;
}

const char *text_comma(int index) {
    return index > 0 ? "," : "";
}

void text_key(Text *json, const char *key) {
    char last = json->length > 0 ? json->start[json->length - 1] : '{';
    text_add(json, "%s\"%s\":", last == '{' ? "" : ",", key);
}

void text_names(Text *json, const char *key, const char *const *names, int count) {
    text_key(json, key);
    text_add(json, "[");
    for (int i = 0; i < count; i++)
        text_add(json, "%s\"%s\"", text_comma(i), names[i]);
    text_add(json, "]");
}
