// What a native test needs: one way to expect something, and the seeded numbers of all of them.
#ifndef NATIVE_CHECK_H
#define NATIVE_CHECK_H

#include <stdbool.h>
#include <stdint.h>

// Counts, and prints what was expected when it does not hold. Returns `holds`.
bool expect(bool holds, const char *what, ...) __attribute__((format(printf, 2, 3)));

typedef struct Random {
    uint64_t state;
} Random;

// 0 ≤ result < n.
int random_below(Random *random, int n);

// −1 ≤ result < 1.
double random_number(Random *random);

// The suites; main.c runs them in this order.
void test_walk(void);      // every step against a plain double reference, in many sizes
void test_rows(void);      // the walk in parts, and a token at a time
void test_attention(void); // attention without a model, against its definition
void test_entry(void);
void test_handles(void);   // where the error of a call is kept, in all three modules      // what
                           // callers may do wrong
void test_fuzz(void);      // whatever else they may do wrong
void test_corpus(void);    // the grammar against the study that drew it up
void test_recurrent(void); // the nets that attention is compared with
void test_learning(void);  // the trainer's self-test against training in float64
void test_half(void);      // numbers of 16 bits
void test_trainer(void);   // training runs, their bytes and their entry points
void test_gradient(void);  // the backward pass against central differences in double

#endif
