/** How much structure a JSON text has, found without building any of it. */
export interface JsonMeasure {
  /** The names of all objects, each as often as it is written. */
  readonly names: number;
  /** Brackets, braces, commas and colons: what a parser makes a value of. */
  readonly marks: number;
  /** How deep it is nested at most. */
  readonly depth: number;
}

/** The bytes of JSON that mean something outside strings. */
const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
/** Most strings are short, and a search for their end costs more than a look at each byte. */
const SHORT_STRING = 64;
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Counts the structure of a JSON text from its bytes, in one pass and without allocating memory. A
 * text of brackets alone takes twenty times its size when it is parsed, so this is asked before. It
 * stops where there is more than `mostMarks`.
 */
export function measureJson(
  bytes: Buffer,
  mostMarks: number = Number.POSITIVE_INFINITY,
): JsonMeasure {
  let names = 0;
  let marks = 0;
  let level = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length && marks + names <= mostMarks; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = stringEnd(bytes, at);
        break;
      case COLON:
        names += 1;
        break;
      case COMMA:
        marks += 1;
        break;
      case LIST:
      case OBJECT:
        marks += 1;
        level += 1;
        if (level > depth) depth = level;
        break;
      case LIST_END:
      case OBJECT_END:
        level -= 1;
        break;
    }
  }
  return { names, marks: marks + names, depth };
}

/** Where the quote is that closes a string, or the end of all. */
function stringEnd(bytes: Buffer, start: number): number {
  const near = Math.min(bytes.length, start + SHORT_STRING);
  let at = start + 1;
  while (at < near && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  if (at < near) return at;
  // The search begins behind whole escapes, so a quote there is escaped by what follows or not at all.
  for (
    let quote = bytes.indexOf(QUOTE, at);
    quote !== -1;
    quote = bytes.indexOf(QUOTE, quote + 1)
  ) {
    if (!isEscaped(bytes, quote, at)) return quote;
  }
  return bytes.length;
}

function isEscaped(bytes: Buffer, quote: number, from: number): boolean {
  let before = quote - 1;
  while (before >= from && bytes[before] === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 0;
}

/** The names of all objects in a parsed value, each once an object. */
export function countNames(value: unknown): number {
  let names = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const items: unknown[] = Object.values(next);
    if (!Array.isArray(next)) names += items.length;
    for (const item of items) if (typeof item === 'object' && item !== null) open.push(item);
  }
  return names;
}
