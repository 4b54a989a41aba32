import { parseJson } from '@dragoman/protocol';
import type { StringPath } from './map-strings.js';

/** A part of a JSON text that holds something. `rest` is where it stops being JSON, to its end. */
export interface JsonToken {
  readonly kind: 'key' | 'string' | 'scalar' | 'rest';
  /** The keys that lead to it, outermost first; a key's own is the last. */
  readonly path: StringPath;
  readonly start: number;
  readonly end: number;
  /** What it says: the decoded string, or the text as it stands. */
  readonly value: string;
}

/** Deeper than any provider goes; what is deeper is a `rest`. */
const MAX_DEPTH = 200;

const SCALAR = /(?:true|false|null|-?\d[\d.eE+-]*)(?=[\s,\]}]|$)/y;
const STRUCTURE = new Set(' \t\r\n:,[]{}');

/**
 * Finds the keys, strings and scalars of a JSON text where they stand, so that a part can be
 * replaced and the rest stays as it was written. A text that was cut off is read as far as it goes,
 * a string that its end cuts included.
 */
export function scanJson(text: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  const open: { isArray: boolean; name: string; index: number }[] = [];
  let expectsKey = false;

  function add(kind: JsonToken['kind'], start: number, end: number, value: string): void {
    const path = open.map(({ isArray, name, index }) => (isArray ? String(index) : name));
    tokens.push({ kind, path, start, end, value });
  }

  /** Takes a character that opens, separates or closes; `false` when there is nothing to close. */
  function takeStructure(character: string): boolean {
    const top = open.at(-1);
    if (character === '{' || character === '[') {
      open.push({ isArray: character === '[', name: '', index: 0 });
      expectsKey = character === '{';
    } else if (character === ',' && top !== undefined) {
      top.index += 1;
      expectsKey = !top.isArray;
    } else if (character === '}' || character === ']') {
      expectsKey = false;
      return open.pop() !== undefined;
    }
    return open.length <= MAX_DEPTH;
  }

  let at = /^\s*[{[]/.test(text) ? 0 : text.length;
  if (at === text.length && text !== '') add('rest', 0, text.length, text);
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = endOfString(text, at);
      const value = decodeString(text.slice(at, end));
      const top = open.at(-1);
      if (expectsKey && top !== undefined) top.name = value;
      add(expectsKey ? 'key' : 'string', at, end, value);
      expectsKey = false;
      at = end;
    } else if (STRUCTURE.has(character) && takeStructure(character)) {
      at += 1;
    } else {
      SCALAR.lastIndex = at;
      const scalar = SCALAR.exec(text)?.[0];
      if (scalar !== undefined) {
        add('scalar', at, at + scalar.length, scalar);
        at += scalar.length;
        continue;
      }
      open.length = 0;
      add('rest', at, text.length, text.slice(at));
      return tokens;
    }
  }
  return tokens;
}

/** The position after a string's closing quote, or the end of the text if it has none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = at;
    while (text.charAt(escapes - 1) === '\\') escapes -= 1;
    if ((at - escapes) % 2 === 0) return at + 1;
  }
  return text.length;
}

/** What a string literal says; one that is cut off or broken is taken as far as it can be read. */
function decodeString(literal: string): string {
  const isPlain = literal.length > 1 && literal.endsWith('"') && !literal.includes('\\');
  if (isPlain) return literal.slice(1, -1);
  const asItStands = literal.slice(1).replace(/"$/, '');
  return parseString(literal) ?? parseString(`${withoutCutEscape(literal)}"`) ?? asItStands;
}

function parseString(literal: string): string | undefined {
  const parsed = parseJson(literal);
  return parsed.ok && typeof parsed.value === 'string' ? parsed.value : undefined;
}

function withoutCutEscape(literal: string): string {
  return literal.replace(/(?<!\\)((?:\\\\)*)\\(?:u[\da-f]{0,3})?$/i, '$1');
}
