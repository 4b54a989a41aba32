import { isJsonObject } from './json-object.js';

/** One container being written: what is left of it, and how it ends. */
interface OpenContainer {
  readonly value: object;
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  readonly close: string;
  index: number;
}

/**
 * JSON text of any value, without recursion. `JSON.stringify` overflows the stack on a value nested
 * some thousands deep, and an agent can write one; this doesn't. With `sortKeys`, two objects of
 * the same content give the same text.
 *
 * Total: what JSON has no word for (a cycle, a function, a bigint) is written as `null`.
 */
export function writeJson(root: unknown, options: { sortKeys?: boolean } = {}): string {
  const sortKeys = options.sortKeys ?? false;
  const pieces: string[] = [];
  const open: OpenContainer[] = [];
  const onPath = new Set<object>();

  const write = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      pieces.push(writeScalar(value));
      return;
    }
    if (onPath.has(value)) {
      pieces.push('null');
      return;
    }
    const container = openContainer(value, sortKeys);
    pieces.push(container.keys === undefined ? '[' : '{');
    onPath.add(value);
    open.push(container);
  };

  write(root);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.index === top.length) {
      pieces.push(top.close);
      onPath.delete(top.value);
      open.pop();
      continue;
    }
    if (top.index > 0) pieces.push(',');
    write(nextMember(top, pieces));
  }
  return pieces.join('');
}

function openContainer(value: object, sortKeys: boolean): OpenContainer {
  if (Array.isArray(value)) {
    return { value, keys: undefined, length: value.length, close: ']', index: 0 };
  }
  // Like JSON.stringify, a member without a value is no member.
  const keys = Object.keys(value).filter((key) => memberOf(value, key) !== undefined);
  if (sortKeys) keys.sort();
  return { value, keys, length: keys.length, close: '}', index: 0 };
}

function nextMember(container: OpenContainer, pieces: string[]): unknown {
  const { value, keys } = container;
  const index = container.index++;
  if (keys === undefined) return Array.isArray(value) ? value[index] : undefined;
  const key = keys[index] ?? '';
  pieces.push(JSON.stringify(key), ':');
  return memberOf(value, key);
}

function memberOf(value: object, key: string): unknown {
  return isJsonObject(value) ? value[key] : undefined;
}

function writeScalar(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? JSON.stringify(value)
    : 'null';
}
