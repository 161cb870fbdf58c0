// Self-test: does this machine, with this compiler's code, compute what it should?
#ifndef MODEL_SELFTEST_H
#define MODEL_SELFTEST_H

// 0 when all agrees, otherwise the number of the first check that does not (selftest.c).
int selftest_run(void);

#endif
