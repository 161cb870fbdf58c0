// Position: embedding [T,D] -> position [T,D], input [T,D] = embedding + position.
//
//   position[t][2i]     = amplitude · sin(t / 10000^(2i/D))
//   position[t][2i + 1] = amplitude · cos(t / 10000^(2i/D))
//
// "Attention Is All You Need", section 3.5. Sine and cosine alternate along the row and the two
// of a pair share one frequency; an odd D ends with a lone sine. Angles are double: a float has
// no digit left after the point for the angle of a far token. Without sinusoids (none, or RoPE,
// which turns queries and keys later) the position is zero.
#include "kernels/elementary.h"
#include "kernels/kernels.h"
#include "steps/steps.h"

void write_waves(Turn *waves, int t_count, int d) {
    int pairs = (d + 1) / 2;
    for (int pair = 0; pair < pairs; pair++) {
        double wavelength = real_power(10000, 2.0 * pair / d);
        for (int t = 0; t < t_count; t++) {
            Turn *wave = &waves[(size_t)t * pairs + pair];
            real_turn(&wave->sine, &wave->cosine, t / wavelength);
        }
    }
}

static void write_sinusoid(float *position /* [T,D] */, const Turn *waves /* [T,pairs] */,
                           int t_count, int d, double amplitude) {
    for (int t = 0; t < t_count; t++, position += d, waves += (d + 1) / 2)
        for (int i = 0; i < d; i++) {
            const Turn *wave = &waves[i / 2];
            position[i] = (float)(amplitude * (i % 2 ? wave->cosine : wave->sine));
        }
}

static void write_zeros(float *position /* [T,D] */, int t_count, int d) {
    for (size_t i = 0; i < (size_t)t_count * d; i++)
        position[i] = 0;
}

void step_position(const Flow *flow, int layer) {
    (void)layer;
    int t_count = flow->sizes.T, d = flow->sizes.D;
    const float *embedding = model_tensor(flow, EMBEDDING); // [T,D]
    float *position = model_tensor(flow, POSITION);         // [T,D]
    float *input = model_tensor(flow, INPUT);               // [T,D]

    if (flow->request.position == POSITION_SINUSOIDAL)
        write_sinusoid(position, flow->waves, t_count, d, flow->settings.position_amplitude);
    else
        write_zeros(position, t_count, d);
    for (int t = 0; t < t_count; t++) {
        size_t row = (size_t)t * d;
        row_add(input + row, embedding + row, position + row, d);
    }
}
