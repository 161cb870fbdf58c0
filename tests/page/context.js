// What the tests of the figure context share.

import { T } from './figures.js';

export const rowOf = ({ data }, token, n = T) => [...data.slice(token * n, (token + 1) * n)];
