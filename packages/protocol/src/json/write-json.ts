import { DragomanError } from '../errors.js';

export interface WriteJsonOptions {
  /** Two objects of the same content give the same text. */
  sortKeys?: boolean;
  /** Refuse what JSON has no word for, with an error of the code `not_json`, instead of writing `null`. */
  strict?: boolean;
}

/** One container being written: what is left of it, and how it ends. */
interface OpenContainer {
  /** The value it was given as, where that stood for another by its `toJSON`. */
  readonly source: unknown;
  readonly value: object;
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  index: number;
  isEmpty: boolean;
}

/**
 * JSON text of any value, without recursion: what `JSON.stringify` writes, `toJSON` and all, but
 * that one overflows the stack on a value nested some thousands deep, and an agent can write one.
 *
 * Total unless `strict`: what JSON has no word for (a cycle, a bigint, a getter or a `toJSON` that
 * throws) is written as `null`.
 */
export function writeJson(root: unknown, options: WriteJsonOptions = {}): string {
  const { sortKeys = false, strict = false } = options;
  const pieces: string[] = [];
  const open: OpenContainer[] = [];
  const onPath = new Set<unknown>();

  const refuse = (what: string, cause?: unknown): void => {
    if (strict) throw new DragomanError('not_json', `JSON cannot express ${what}.`, { cause });
    pieces.push('null');
  };

  const write = (source: unknown, value: unknown): void => {
    if (typeof value === 'bigint') {
      refuse('a bigint');
    } else if (typeof value !== 'object' || value === null) {
      pieces.push(writeScalar(value));
    } else if (onPath.has(value) || onPath.has(source)) {
      refuse('a cycle');
    } else {
      const container = openContainer(source, value, sortKeys);
      pieces.push(container.keys === undefined ? '[' : '{');
      onPath.add(value).add(source);
      open.push(container);
    }
  };

  /** Writes a value, unless it is one that JSON leaves out of objects. */
  const writeMember = (container: OpenContainer | undefined, holder: object, key: string): void => {
    const resolved = resolve(holder, key);
    const isLeftOut = resolved.ok && isNoMember(resolved.value) && container?.keys !== undefined;
    if (isLeftOut) return;
    if (container !== undefined && !container.isEmpty) pieces.push(',');
    if (container !== undefined) container.isEmpty = false;
    if (container?.keys !== undefined) pieces.push(JSON.stringify(key), ':');
    if (resolved.ok) write(resolved.given, resolved.value);
    else refuse('a value that throws when it is read', resolved.error);
  };

  writeMember(undefined, { '': root }, '');
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.index === top.length) {
      pieces.push(top.keys === undefined ? ']' : '}');
      onPath.delete(top.value);
      onPath.delete(top.source);
      open.pop();
      continue;
    }
    const key = top.keys?.[top.index] ?? String(top.index);
    top.index += 1;
    writeMember(top, top.value, key);
  }
  return pieces.join('');
}

type Resolved = { ok: true; given: unknown; value: unknown } | { ok: false; error: unknown };

/** A member, and the value that is written for it, as `JSON.stringify` finds it. */
function resolve(holder: object, key: string): Resolved {
  try {
    const given: unknown = Reflect.get(holder, key);
    if (typeof given !== 'object' || given === null) return { ok: true, given, value: given };
    const toJson: unknown = 'toJSON' in given ? given.toJSON : undefined;
    const value: unknown = typeof toJson === 'function' ? toJson.call(given, key) : given;
    return { ok: true, given, value: isBoxed(value) ? value.valueOf() : value };
  } catch (error) {
    return { ok: false, error };
  }
}

const BOXES = [String, Number, Boolean, BigInt];

function isBoxed(value: unknown): value is object {
  return BOXES.some((box) => value instanceof box);
}

function isNoMember(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

function openContainer(source: unknown, value: object, sortKeys: boolean): OpenContainer {
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  if (sortKeys) keys?.sort();
  const length = Array.isArray(value) ? value.length : (keys?.length ?? 0);
  return { source, value, keys, length, index: 0, isEmpty: true };
}

function writeScalar(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? JSON.stringify(value)
    : 'null';
}
