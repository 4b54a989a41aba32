import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { View } from './interpreter.js';

/** Which view of a CLI a record is of. Undefined where it isn't one that only this CLI writes. */
export type Recognise = (record: JsonObject) => View | undefined;

/** What a field must hold. */
export type Sign = (value: unknown) => boolean;

/** Fields that only the records of one CLI have together, in one of its views. */
export type Mark = Readonly<Record<string, Sign>>;

/** Recognises records by their marks; what bears those of both views is of neither. */
export function recogniseBy(marks: Readonly<Record<View, readonly Mark[]>>): Recognise {
  const live = marks.live.map(reader);
  const saved = marks.saved.map(reader);
  return (record) => {
    const isLive = live.some((bears) => bears(record));
    const isSaved = saved.some((bears) => bears(record));
    if (isLive === isSaved) return undefined;
    return isLive ? 'live' : 'saved';
  };
}

function reader(mark: Mark): (record: JsonObject) => boolean {
  const signs = Object.entries(mark);
  return (record) => signs.every(([field, sign]) => sign(record[field]));
}

export const text: Sign = (value) => typeof value === 'string';
export const amount: Sign = (value) => typeof value === 'number';
export const list: Sign = (value) => Array.isArray(value);
export const object: Sign = (value) => isJsonObject(value);
/** Anything at all, `null` too. */
export const present: Sign = (value) => value !== undefined;
export const absent: Sign = (value) => value === undefined;

export function oneOf(...texts: readonly string[]): Sign {
  const known: ReadonlySet<unknown> = new Set(texts);
  return (value) => known.has(value);
}

export function beginningWith(prefix: string): Sign {
  return (value) => typeof value === 'string' && value.startsWith(prefix);
}

/** An object that bears a mark. */
export function bearing(mark: Mark): Sign {
  const bears = reader(mark);
  return (value) => isJsonObject(value) && bears(value);
}

/** A list whose first entry bears a mark. */
export function listOf(mark: Mark): Sign {
  const first = bearing(mark);
  return (value) => Array.isArray(value) && first(value[0]);
}
