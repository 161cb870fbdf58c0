// Seeded noise at the entry points: fields, ids, candidates, cuts and spans that are right, nearly
// right or absurd. The sanitizers watch; here it is enough that every answer is a known status,
// that a failure has a text, and that handles stay good whatever was refused.
#include "check.h"

#include "attn.h"
#include "core/status.h"

#include <math.h>

enum { ROUNDS = 3000, RUNS = 4, CONFIG_COUNT = 12, REQUEST_COUNT = 9, MOST = 64 };

static double odd_number(Random *random) {
    const double odd[] = {NAN, INFINITY, -INFINITY, -1,    -0.0,   0.5,         2,
                          3,   1000,     1e9,       1e300, -1e300, 4294967296.0};
    return odd[random_below(random, sizeof odd / sizeof odd[0])];
}

// `usual`, or once in `rarity` times something odd.
static double maybe(Random *random, double usual, int rarity) {
    return random_below(random, rarity) == 0 ? odd_number(random) : usual;
}

static bool is_answer(int handle, int status) {
    bool known = status <= 0 && status > -STATUS_COUNT;
    return known && (status == STATUS_OK) == (attn_error(handle)[0] == '\0');
}

static int create(Random *random) {
    int heads = 1 + random_below(random, 3), k = 1 + random_below(random, 6);
    const double usual[CONFIG_COUNT] = {1 + random_below(random, 9),
                                        heads * k,
                                        heads,
                                        random_below(random, 3),
                                        1 + random_below(random, 6),
                                        12,
                                        random_below(random, 2),
                                        random_below(random, 3),
                                        1,
                                        100,
                                        1,
                                        1e-5};
    double *io = attn_parameters(CONFIG_COUNT);
    for (int i = 0; i < CONFIG_COUNT; i++)
        io[i] = maybe(random, usual[i], 40);
    int h = attn_create();
    expect(h > 0 || is_answer(0, h), "an answer to a config: %d", h);
    return h;
}

static int begin(Random *random, int h) {
    int n = 1 + random_below(random, 12), candidates = random_below(random, 3),
        cuts = random_below(random, 3);
    const double usual[REQUEST_COUNT] = {n,
                                         candidates,
                                         cuts,
                                         random_below(random, 2),
                                         random_below(random, 3) - 1,
                                         -1,
                                         random_below(random, 4),
                                         random_below(random, 5),
                                         random_below(random, 2)};
    double *io = attn_parameters(MOST);
    for (int i = 0; i < MOST; i++)
        io[i] = i < REQUEST_COUNT ? maybe(random, usual[i], 40)
                                  : maybe(random, random_below(random, 4) - (i > 20), 60);
    int status = attn_begin(h);
    expect(is_answer(h, status), "an answer to a request: %d", status);
    return status;
}

static void run(Random *random, int h) {
    for (int i = 0; i < RUNS; i++) {
        int from = i == 0 ? 0 : random_below(random, 40) - 3;
        int status = attn_run(h, from, random_below(random, 40));
        expect(is_answer(h, status), "an answer to a span: %d", status);
    }
}

// Services that need no engine: products, and measurements on random vectors.
static void measure(Random *random) {
    int room = 1 + random_below(random, MOST);
    const double usual[] = {1 + random_below(random, 20), 1 + random_below(random, 9),
                            1 + random_below(random, 5), random_below(random, 100)};
    double *io = attn_parameters(room);
    for (int i = 0; i < room; i++)
        io[i] = maybe(random, i < 4 ? usual[i] : 0, 10);
    int status =
        random_below(random, 2) ? attn_saturation() : attn_products(random_below(random, MOST) - 3);
    expect(is_answer(0, status), "an answer to a measurement: %d", status);
}

void test_fuzz(void) {
    Random random = {2026};
    for (int round = 0; round < ROUNDS; round++) {
        measure(&random);
        int h = create(&random);
        if (h <= 0)
            continue;
        if (random_below(&random, 3) == 0)
            expect(attn_random_weights(h, (uint32_t)round) == STATUS_OK, "random weights");
        for (int i = 0; i < 3; i++)
            if (begin(&random, h) == STATUS_OK)
                run(&random, h);
        expect(attn_destroy(h) == STATUS_OK, "handle %d to be good to the end", h);
    }
}
