// Text: a fixed buffer that is written from left to right; what does not fit is cut off.
// Error messages and the manifest are made with it.
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Text {
    char *start;   // always ends in NUL
    size_t size;   // room, NUL included
    size_t length; // written so far, without the NUL
    bool cut;      // something did not fit
} Text;

// A text that writes into `start[size]`, empty at first. size must be at least 1.
Text text_open(char *start, size_t size);

// Appends like printf.
void text_add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

// "," before every item of a list but the first.
const char *text_comma(int index);

// Appends "key":, with a comma before it unless it is the first of its JSON object.
void text_key(Text *json, const char *key);

// Appends "key":["name",…], a member of a JSON object.
void text_names(Text *json, const char *key, const char *const *names, int count);

#endif
