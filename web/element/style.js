/**
 * The look of every figure as constructable sheets, each owned by what it styles: no inline style, so a strict
 * content policy is content. A figure's own comes after these.
 */
import { style as badges } from '../parts/badges.style.js';
import { style as base } from './base.style.js';
import { style as belief } from '../parts/belief.style.js';
import { style as controls } from '../parts/controls.style.js';
import { style as depth } from '../parts/depth.style.js';
import { style as inspector } from '../parts/inspector.style.js';
import { style as marks } from '../draw/marks.style.js';
import { style as player } from '../parts/player.style.js';
import { style as responsive } from './responsive.style.js';
import { style as sentence } from '../parts/sentence.style.js';
import { style as stage } from '../draw/stage.style.js';
import { style as status } from './status.style.js';
import { style as tools } from './tools.style.js';

export const style = [
  base,
  sentence,
  stage,
  marks,
  belief,
  inspector,
  player,
  controls,
  depth,
  tools,
  status,
  badges,
  responsive,
];
