// Model: one encoder with its weights and, once begun, the activations of its latest run.
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "core/arena.h"
#include "model/config.h"

// Sines and cosines for runs of up to t_count tokens.
typedef struct Angles {
    Arena arena;
    int t_count;
} Angles;

typedef struct Model {
    Config config;
    Flow flow;           // what the steps see
    Arena weights;       // the trace table and every weight
    Arena activations;   // the request and every intermediate of the latest run
    Angles waves, turns; // of flow, made for the longest run so far
    bool begun;
    int n_done; // flattened steps whose results are there
} Model;

// Makes a model of zeros. bad_config, too_large, no_memory; then *model is as it was and nothing
// stays allocated.
Status model_open(Model *model, const Config *config, Problem *problem);

// Keeps a copy of the request and lays out its activations, all zeros. What it asks for must fit
// the model: request_read has seen to that, or the caller does. too_large, no_memory; then the
// model and its latest run are as they were.
Status model_begin(Model *model, const Request *request, Problem *problem);

// Releases everything. A zeroed Model is fine.
void model_close(Model *model);

#endif
