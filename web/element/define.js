/** Registers <token-walk>, once, whichever of several copies on a page comes first. */
import { TokenWalk } from './token-walk.js';

if (!customElements.get('token-walk')) customElements.define('token-walk', TokenWalk);

export { TokenWalk };
