/** Which part of the map a moment of the walk belongs to. */
export function partOf({ step, layer }, head) {
  if (step === 'tokens' || step === 'prediction') return step;
  if (layer === null) return 'input';
  if (step === 'merge' || step === 'add') return `merge:${layer}`;
  if (step === 'feed-forward') return `feed-forward:${layer}`;
  return step === 'block' || step === 'norm' ? `layer:${layer}` : `head:${layer}:${head}`;
}
