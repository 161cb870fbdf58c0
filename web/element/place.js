/** Where on the map a figure is, and the way from there to where it is next (parts/camera.js). */
export class Place {
  #part = null;
  #asked = false;
  /** null until it is there */
  #camera = null;

  /**
   * Follows a figure that has a camera, which is fetched while nothing moves yet.
   * @param {ShadowRoot} root
   * @param {{picture: {part?: string}, view: object}} shown
   * @param {{camera?: () => Promise<object>} | null} figure
   */
  follow(root, { picture: { part = null }, view }, figure) {
    const from = this.#part;
    this.#part = part;
    if (!part || !figure?.camera) return;
    if (!this.#asked) this.#fetch(figure);
    const cover = root.querySelector('.camera');
    if (cover && from && from !== part) this.#camera?.move(cover, from, part, view);
  }

  /** Without it scenes simply follow one another. */
  #fetch({ camera }) {
    this.#asked = true;
    camera().then(
      ({ Camera }) => {
        this.#camera = new Camera();
      },
      () => {},
    );
  }
}
