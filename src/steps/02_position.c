// Position: embedding [T,D] -> position [T,D], input [T,D] = embedding + position.
//
//   position[t][2i]     = amplitude · sin(t / 10000^(2i/D))
//   position[t][2i + 1] = amplitude · cos(t / 10000^(2i/D))
//
// "Attention Is All You Need", section 3.5. Sine and cosine alternate along the row and the two
// of a pair share one frequency; an odd D ends with a lone sine. Angles are double: a float has
// no digit left after the point for the angle of a far token. Without sinusoids (none, or RoPE,
// which rotates queries and keys later) the position is zero.
#include "kernels/elementary.h"
#include "kernels/kernels.h"
#include "steps/steps.h"

#include <string.h>

void write_sinusoid_angles(Rotation *sinusoids, Rows rows, int d) {
    int pairs = (d + 1) / 2;
    for (int pair = 0; pair < pairs; pair++) {
        double wavelength = real_power(10000, 2.0 * pair / d);
        for (int row = 0; row < rows.count; row++) {
            Rotation *sinusoid = &sinusoids[(size_t)row * pairs + pair];
            sine_cosine(&sinusoid->sine, &sinusoid->cosine, (rows.first + row) / wavelength);
        }
    }
}

static void write_sinusoid(float *position /* [rows,D] */,
                           const Rotation *sinusoids /* [rows,pairs] */, int rows, int d,
                           double amplitude) {
    for (int row = 0; row < rows; row++, position += d, sinusoids += (d + 1) / 2)
        for (int i = 0; i < d; i++) {
            const Rotation *sinusoid = &sinusoids[i / 2];
            position[i] = (float)(amplitude * (i % 2 ? sinusoid->cosine : sinusoid->sine));
        }
}

void step_position(const Flow *flow, int layer) {
    (void)layer;
    int rows = flow->rows.count, d = flow->sizes.D;
    float *position = model_rows(flow, POSITION); // [rows,D]
    size_t above = (size_t)(flow->rows.first - flow->origin);

    if (flow->request.position == POSITION_SINUSOIDAL)
        write_sinusoid(position, flow->sinusoids + above * ((d + 1) / 2), rows, d,
                       flow->settings.position_amplitude);
    else
        memset(position, 0, (size_t)rows * d * sizeof(float));
    row_add(model_rows(flow, INPUT), model_rows(flow, EMBEDDING), position, rows * d);
}
