/** The three roles with weights that can be changed, and the scores, weights and output that come of it. */
import { svg } from 'lit';
import { margin, matrix, names, rowHeight, title } from '../../draw/layout.js';
import { project } from '../../draw/roles.js';

export function qkv(view) {
  const roles = project(view, 1);
  const { T } = view.shape;
  const at = { layer: view.layer, head: view.head };
  const left = margin(view);
  const gap = 28;
  const c = Math.min(24, (view.width - left - gap - 4) / (2 * T));
  const y = roles.height + 34;
  const place = (i) => ({
    x: left + i * (T * c + gap),
    y,
    cw: c,
    ch: Math.min(c, rowHeight(view, 230, 24)),
    digits: 1,
  });
  const scores = matrix(view, 'scores', place(0), at);
  const weights = matrix(view, 'weights', { ...place(1), digits: 2 }, at);
  const below = { x: left, y: scores.bottom + 42, cw: roles.blocks[1].cw, ch: rowHeight(view, 236), digits: 1 };
  const output = matrix(view, 'head_output', below, at);
  return {
    height: output.bottom + 14,
    blocks: [...roles.blocks, scores, weights, output],
    lit: 0,
    over: svg`${roles.over}${title(view, scores)}${title(view, weights)}${names(view, scores)}
      ${title(view, output)}${names(view, output)}`,
  };
}
