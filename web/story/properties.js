/**
 * The forms that a property of the state can take as text, in an attribute or a link. A property is { initial, read,
 * write }: `read` turns text into a value or throws, `write` (String, where it is left out) turns it back. What is
 * taken is said by `takes`, of the reader or of the property, for the table in the README.
 */

const taking = (takes, read) => Object.assign(read, { takes });

export const oneOf = (...values) =>
  taking(values.map((value) => `\`${value}\``).join(', '), (text) => {
    if (!values.includes(text)) throw new RangeError(text);
    return text;
  });

export const whole = (low, high) =>
  taking(`${low} to ${high}`, (text) => {
    if (!/^\d{1,4}$/.test(text) || Number(text) < low || Number(text) > high) throw new RangeError(text);
    return Number(text);
  });

export const fraction = taking('0 to 1', (text) => {
  if (!/^(0|1|0?\.\d{1,6}|[01]\.\d{1,6})$/.test(text) || Number(text) > 1) throw new RangeError(text);
  return Number(text);
});

export const sentence = taking('up to 2000 characters', (text) => {
  if (text.length > 2000) throw new RangeError(`${text.slice(0, 20)}…`);
  return text;
});

/** A language, as its tag begins. */
export const language = (...values) => {
  const read = oneOf(...values);
  return taking(read.takes, (text) => read(text.split('-')[0]));
};

/** A list, its members separated by spaces, each read by a pattern. */
const list = (pattern, make) => (text) =>
  text
    .split(/[ +]/)
    .filter(Boolean)
    .map((member) => {
      const match = pattern.exec(member);
      if (!match) throw new RangeError(member.slice(0, 20));
      return make(...match.slice(1));
    });

/** Cut edges: `layer.head.query.key`, `*` for every layer or head. */
export const cuts = {
  takes: '`layer.head.query.key`, `*` for every layer or head; several with spaces',
  read: list(/^(\d{1,3}|\*)\.(\d{1,3}|\*)\.(\d{1,4})\.(\d{1,4})$/, (...parts) => {
    const [layer, head, query, key] = parts.map((part) => (part === '*' ? undefined : Number(part)));
    return { layer, head, query, key };
  }),
  write: (edges) =>
    edges.map(({ layer = '*', head = '*', query, key }) => [layer, head, query, key].join('.')).join(' '),
};

/** A part of the map: its kind and, where there are several, its layer and head. */
export const mapPart = taking('`kind:layer:head`', (text) => {
  if (!/^[a-z-]{1,20}(:\d{1,3}){0,2}$/.test(text)) throw new RangeError(text.slice(0, 20));
  return text;
});

/** Heads: `layer.head`. */
export const heads = {
  takes: '`layer.head`; several with spaces',
  read: list(/^(\d{1,3})\.(\d{1,3})$/, (layer, head) => ({ layer: Number(layer), head: Number(head) })),
  write: (all) => all.map(({ layer, head }) => `${layer}.${head}`).join(' '),
};

/** Weights changed by hand: `tensor:layer:index:value`. */
export const edits = {
  takes: '`tensor:layer:index:value`; several with spaces',
  read: list(
    /^(attention\.(?:query|key|value)\.(?:weight|bias)):(\d{1,3}):(\d{1,7}):(-?\d{1,3}(?:\.\d{1,9})?)$/,
    (tensor, layer, index, value) => ({ tensor, layer: Number(layer), index: Number(index), value: Number(value) }),
  ),
  write: (all) =>
    all.map(({ tensor, layer, index, value }) => [tensor, layer, index, Number(value.toFixed(6))].join(':')).join(' '),
};

/** One cell of one tensor: `tensor:layer:head:row:column`, `-` where the tensor has no layer or head. */
export const cell = {
  takes: '`tensor:layer:head:row:column`, `-` where there is none',
  read: (text) => {
    const match = /^([a-z_.]{1,40}):(\d{1,3}|-):(\d{1,3}|-):(\d{1,4}):(\d{1,4})$/.exec(text);
    if (!match) throw new RangeError(text);
    const [layer, head, row, column] = match.slice(2).map((part) => (part === '-' ? null : Number(part)));
    return { tensor: match[1], layer, head, row, column };
  },
  write: ({ tensor, layer, head, row, column }) => [tensor, layer ?? '-', head ?? '-', row, column].join(':'),
};
