// What someone who writes TypeScript sees of the package: compiled, never run. Each line that must not
// compile says so; tsc fails if it does.

import { EngineError, loadAttention, type MultiHead, type Plan } from 'token-walk/attention';
import { encoderUrl, loadEngine, TokenWalkError } from 'token-walk/engine';
import { loadTrainer } from 'token-walk/trainer';

const q = new Float32Array(96);

export async function attend(): Promise<Float32Array> {
  const { attention, multiHeadAttention, plan } = await loadAttention({ build: 'simd' });
  const out: Float32Array = attention({
    q,
    k: q,
    v: q,
    heads: 2,
    dK: 4,
    mask: 'causal',
    cuts: [{ query: 3, key: 1 }],
    out: new Float32Array(96),
  });
  // @ts-expect-error a width is needed
  attention({ q, k: q, v: q, heads: 2 });
  // @ts-expect-error there is no such mask
  attention({ q, k: q, v: q, heads: 2, dK: 4, mask: 'half' });
  // @ts-expect-error no plain lists
  attention({ q: [1, 2], k: q, v: q, heads: 1, dK: 1 });
  const one: Plan = plan({ heads: 2, queries: 12, dK: 4, window: 3 });
  one.arrays.query.set(q);
  one.run();
  const bytes: number = one.figures().scratch_bytes + one.difference({ every: 4 });
  const block: MultiHead = multiHeadAttention({
    dModel: 4,
    heads: 2,
    weights: { query: q, key: q, value: q, output: q },
  });
  // @ts-expect-error all four matrices
  multiHeadAttention({ dModel: 4, heads: 2, weights: { query: q } });
  return bytes > 0 ? block.run(q, { mask: 'causal', out }) : out;
}

export async function walk(): Promise<number[]> {
  try {
    const engine = await loadEngine();
    const model = await engine.loadModel(encoderUrl, { signal: new AbortController().signal });
    model.run([1, 2], { mask: 'model', scale: 'd_k', fault: 'zero_mask', position: 'rope', cuts: [{ layer: 1 }] });
    // @ts-expect-error there is no such option
    model.run([1, 2], { maks: 'causal' });
    // @ts-expect-error there is no such mask
    model.run([1, 2], { mask: 'casual' });
    // @ts-expect-error nor such a mistake
    model.run([1, 2], { fault: 'any' });
    // @ts-expect-error a cut names one layer
    model.run([1, 2], { cuts: [{ layers: 1 }] });
    // @ts-expect-error there is no such option
    model.generate([1], { max_new_tokens: 3 });
    // @ts-expect-error nor such a build
    await loadEngine({ build: 'fast' });
    return [
      ...model
        .run('服务 A 调用了配置中心 B，因为它需要获取最新配置。', { mask: 'causal' })
        .get('weights', { layer: 1, head: 0 }).data,
    ];
  } catch (error) {
    if (error instanceof EngineError || error instanceof TokenWalkError) return [error.message.length];
    throw error;
  }
}

export async function train() {
  const run = (await loadTrainer({ build: 'simd' })).start({ seed: 1, position: 'rope' });
  // @ts-expect-error there is no such option
  await run.go({ slices: 2 });
  // @ts-expect-error the trainer has no such build
  await loadTrainer({ build: 'relaxed' });
  return run.export({});
}
