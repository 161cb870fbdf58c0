// One run as a file that stands for itself: every tensor of the trace, the weights it was computed
// with, and in the metadata everything else that decides the numbers. verify.py recomputes all of it.

import { writeSafetensors } from './safetensors.js';

const FORMAT = 'token-walk trace 1';

/**
 * @param {{ engine: import('../engine/engine.js').Engine, config: Record<string, any>, weights: Map<string, any>,
 *   trace: import('../engine/trace.js').Trace, asked: any }} parts asked: what the engine was given
 * @returns {Uint8Array} weights under their own names, tensors of the trace as trace.[layers.1.][heads.0.]name
 */
export function traceFile({ engine, config, weights, trace, asked }) {
  const tensors = new Map(weights);
  for (const { name, layer, head } of trace.tensors()) {
    const place = `${layer < 0 ? '' : `layers.${layer}.`}${head < 0 ? '' : `heads.${head}.`}`;
    tensors.set(`trace.${place}${name}`, trace.get(name, { layer, head }));
  }
  const { ids, candidates, cuts, headsOff, fields } = asked;
  const { choices } = engine.manifest;
  const run = {
    ids,
    candidates,
    cuts,
    heads_off: headsOff,
    causal: fields.causal === 1,
    padding_id: fields.padding_id,
    position: choices.position[fields.position] ?? config.position,
    scale: choices.scale[fields.scale],
    fault: choices.fault[fields.fault],
  };
  return writeSafetensors(tensors, {
    format: FORMAT,
    build: engine.build,
    config: JSON.stringify(config),
    run: JSON.stringify(run),
    tokens: JSON.stringify(trace.tokens.map(({ glyph }) => glyph)),
  });
}
