// A scene's words, in the order of its template:
//
//   T1  X v 了 Y ，因为 它 R 。              T4  X v 了 Y 。(F 。)… 这 是 因为 它 R 。
//   T2  Y 被 X v 了 ，因为 它 R 。           T5  因为 它 R ，X v 了 Y 。
//   T3  X TIME v 了 Y ，因为 它 R 。
//
// before which stand the state sentences (E … 。) and perhaps one filler (F 。).
#include "train/phrases.h"
#include "train/words.h"

#include "core/check.h"

#include <stdio.h>
#include <string.h>

typedef struct Writer {
    int32_t *ids; // [SCENE_WORDS_MOST]
    int count;
    int noun; // where the latest noun was put
} Writer;

static void put(Writer *writer, int id) {
    CHECK(writer->count < SCENE_WORDS_MOST);
    writer->ids[writer->count++] = id;
}

// The words of a phrase; N is `noun`.
static void put_phrase(Writer *writer, const char *phrase, int noun) {
    while (*phrase) {
        int length = (int)strcspn(phrase, " ");
        if (length == 1 && *phrase == 'N') {
            writer->noun = writer->count;
            put(writer, NOUN_FIRST + noun);
        } else
            put(writer, word_find(phrase, length));
        phrase += length;
        phrase += *phrase == ' ';
    }
}

static void put_entity(Writer *writer, const Scene *scene, About about) {
    put(writer, ENTITY_FIRST + scene->entity[about]);
}

static void put_filler(Writer *writer, int filler) {
    put_phrase(writer, FILLERS.text[filler], 0);
    put(writer, WORD_STOP);
}

static void put_before(Writer *writer, const Scene *scene, Places *places) {
    for (int i = 0; i < scene->n_states; i++) {
        const State *state = &scene->states[i];
        put_entity(writer, scene, state->about);
        put_phrase(writer, state_phrases(state->fine, state->noun).text[state->phrase],
                   state->noun);
        places->nouns[i] = writer->noun;
        put(writer, WORD_STOP);
    }
    if (scene->opening >= 0)
        put_filler(writer, scene->opening);
}

static void put_action(Writer *writer, const Scene *scene) {
    if (scene->template == T2) {
        put_entity(writer, scene, ABOUT_Y);
        put_phrase(writer, "被", 0);
    }
    put_entity(writer, scene, ABOUT_X);
    if (scene->template == T3)
        put_phrase(writer, TIMES.text[scene->time], 0);
    put(writer, VERB_FIRST + scene->verb);
    put_phrase(writer, "了", 0);
    if (scene->template != T2)
        put_entity(writer, scene, ABOUT_Y);
}

static void put_reason(Writer *writer, const Scene *scene, Places *places) {
    put_phrase(writer, "因为", 0);
    places->pronoun = writer->count;
    put(writer, WORD_PRONOUN);
    put_phrase(writer, reason_phrases(scene->reason).text[scene->phrase], scene->noun);
    places->reason_noun = writer->noun;
}

Places scene_write(const Scene *scene, int32_t *ids) {
    Writer writer = {.ids = ids};
    Places places = {0};
    put_before(&writer, scene, &places);
    if (scene->template == T5) {
        put_reason(&writer, scene, &places);
        put(&writer, WORD_COMMA);
        put_action(&writer, scene);
    } else {
        put_action(&writer, scene);
        put(&writer, scene->template == T4 ? WORD_STOP : WORD_COMMA);
        for (int i = 0; i < scene->n_fillers; i++)
            put_filler(&writer, scene->fillers[i]);
        if (scene->template == T4)
            put_phrase(&writer, "这 是", 0);
        put_reason(&writer, scene, &places);
    }
    put(&writer, WORD_STOP);
    places.count = writer.count;
    return places;
}

void scene_name(const Scene *scene, char *name) {
    int length = snprintf(name, SCENE_NAME_MOST, "T%d|%s|", (int)scene->template + 1,
                          WORDS[VERB_FIRST + scene->verb]);
    const char *phrase = reason_phrases(scene->reason).text[scene->phrase];
    for (; *phrase; phrase++) {
        if (*phrase == 'N')
            length += snprintf(name + length, (size_t)(SCENE_NAME_MOST - length), "%s",
                               WORDS[NOUN_FIRST + scene->noun]);
        else if (*phrase != ' ')
            name[length++] = *phrase;
    }
    name[length] = '\0';
}
