// Words: the vocabulary, a word's id its place in the list. An entity (服务 A) is one word.
#ifndef TRAIN_WORDS_H
#define TRAIN_WORDS_H

enum {
    WORD_COUNT = 121,
    WORD_PADDING = 0,
    WORD_MASK = 1,
    WORD_STOP = 2,    // 。
    WORD_COMMA = 3,   // ，
    WORD_PRONOUN = 4, // 它
    WORD_THIS = 6,    // 这
    WORD_REFERS = 10, // 指
    WORD_OTHER = 100, // 其他
    ENTITY_FIRST = 11,
    ENTITY_COUNT = 32,
    VERB_FIRST = 43, // five that fetch something (pull), then five that change something (push)
    VERB_COUNT = 10,
    PULL_COUNT = 5,
    NOUN_FIRST = 53, // four resources, then three of health
    NOUN_COUNT = 7,
    RESOURCE_COUNT = 4,
};

extern const char *const WORDS[WORD_COUNT];

// The id of a word given by its bytes; it must be one.
int word_find(const char *text, int length);

#endif
