import { type DragomanEvent, isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { Disposition } from '../src/interpret/interpreter.js';

// Records of known types whose bodies aren't what the rules expect, made from recorded ones.

/** A record with one field dropped or replaced by something of another type. */
export interface ForeignBody {
  /** `part.state.output`. */
  readonly path: string;
  readonly isDropped: boolean;
  readonly record: JsonObject;
}

/** What an interpreter makes of a record. */
export interface ReadBody {
  readonly disposition: Disposition;
  readonly events: readonly DragomanEvent[];
}

/** What the rules of a view say of their bodies, by native name. */
export interface BodyTable {
  /** Fields without which, or with something foreign in which, a record can't be read. */
  readonly needed: Readonly<Record<string, readonly string[]>>;
  /** Fields that may be missing, and that make a record unreadable where they hold something foreign. */
  readonly checked: Readonly<Record<string, readonly string[]>>;
  /** Records that can be read and become no event, each with the reason. */
  readonly silent: Readonly<Record<string, string>>;
}

const DEEPEST = 4;
const FOREIGN: readonly unknown[] = [7, 'x', true, [], [7], {}, { x: 1 }];

/** All bodies that differ from a recorded one in one field, down to four levels. */
export function foreignBodies(record: JsonObject, before = '', depth = 1): ForeignBody[] {
  return Object.keys(record).flatMap((name) => {
    const { [name]: value, ...rest } = record;
    const path = `${before}${name}`;
    const replaced = FOREIGN.filter((other) => typeOf(other) !== typeOf(value)).map((other) => ({
      path,
      isDropped: false,
      record: { ...record, [name]: other },
    }));
    const inner =
      isJsonObject(value) && depth < DEEPEST
        ? foreignBodies(value, `${path}.`, depth + 1).map((body) => ({
            ...body,
            record: { ...record, [name]: body.record },
          }))
        : [];
    return [{ path, isDropped: true, record: rest }, ...replaced, ...inner];
  });
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return value === null ? 'null' : typeof value;
}

/** One record of each shape: of records with the same fields, the first. */
export function oneOfEachShape(records: Iterable<JsonObject>): JsonObject[] {
  const shapes = new Map<string, JsonObject>();
  for (const record of records) {
    const shape = shapeOf(record, 1);
    if (!shapes.has(shape)) shapes.set(shape, record);
  }
  return [...shapes.values()];
}

function shapeOf(value: unknown, depth: number): string {
  if (typeof value === 'string' && depth > 1) return value.length < 20 ? value : 'text';
  if (!isJsonObject(value) || depth > 3) return typeOf(value);
  const fields = Object.keys(value).map((name) => `${name}:${shapeOf(value[name], depth + 1)}`);
  return `{${fields.sort().join(' ')}}`;
}

/** What is wrong with how a foreign body was read; undefined where nothing is. */
export function complaintAbout(
  native: string,
  { path, isDropped }: ForeignBody,
  { disposition, events }: ReadBody,
  { needed, checked, silent }: BodyTable,
): string | undefined {
  const at = `${native} ${path}${isDropped ? ' dropped' : ''}`;
  if (disposition === 'unknown') {
    return events.length === 0 ? undefined : `${at}: unknown, and emits ${events.length} events`;
  }
  const isNeeded = needed[native]?.includes(path) === true;
  const isChecked = !isDropped && checked[native]?.includes(path) === true;
  if (isNeeded || isChecked) return `${at}: ${disposition}, although it can't be read`;
  if (disposition === 'mapped' && events.length === 0 && !Object.hasOwn(silent, native)) {
    return `${at}: mapped, and its content is in no event`;
  }
  return undefined;
}
