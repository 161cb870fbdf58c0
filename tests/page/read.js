// Reading the page as its reader would: every drawn number, and every word that is shown or spoken.

/** Every element that says which number it draws, with all that it says of it. */
export function readNumbers(walk) {
  return walk.element.evaluate((element) => {
    const whole = (text) => (text === undefined ? undefined : Number(text));
    return [...element.shadowRoot.querySelectorAll('[data-tensor]')].map((shape) => {
      const { tensor, layer, head, row, column, value } = shape.dataset;
      const written = shape.nextElementSibling?.matches('text.number') ? shape.nextElementSibling.textContent : null;
      return {
        tensor,
        layer: whole(layer),
        head: whole(head),
        row: Number(row),
        column: Number(column),
        value,
        isCell: shape.getAttribute('role') === 'gridcell',
        isArc: shape.matches('.arc'),
        label: shape.getAttribute('aria-label'),
        written,
      };
    });
  });
}

/** All words of the element: shown, spoken, and shown on hovering. */
export function readWords(walk) {
  return walk.element.evaluate((element) => {
    const root = element.shadowRoot;
    const texts = [];
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { parentElement, data } = nodes.currentNode;
      if (parentElement?.localName !== 'style') texts.push(data);
    }
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt']) {
      texts.push(...[...root.querySelectorAll(`[${name}]`)].map((owner) => owner.getAttribute(name)));
    }
    return texts.map((text) => text.trim()).filter(Boolean);
  });
}

/** A number as the page writes it, back as a number. */
export const parse = (text) => Number(text.replaceAll('\u2212', '-').replace('∞', 'Infinity'));

/** What has the focus, through shadow roots: tag, role, classes, name, and its data. */
export function focused(page) {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return {
      tag: element.localName,
      role: element.getAttribute('role'),
      className: element.getAttribute('class') ?? '',
      name: element.getAttribute('name'),
      label: element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40),
      inside: element.getRootNode() !== document,
      ...element.dataset,
    };
  });
}
