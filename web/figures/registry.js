/** Every figure by name, fetched when it is shown. The README's "Add a figure" says what a figure's module holds. */
export const FIGURES = {
  overview: () => import('./overview/figure.js'),
  walk: () => import('./walk/figure.js'),
  context: () => import('./context/figure.js'),
  qkv: () => import('./qkv/figure.js'),
  'four-steps': () => import('./four-steps/figure.js'),
  'multi-head': () => import('./multi-head/figure.js'),
  minute: () => import('./minute/figure.js'),
};
