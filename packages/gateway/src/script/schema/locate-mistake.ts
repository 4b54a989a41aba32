import { type Document, isMap, isNode, isScalar, type LineCounter, type Node } from 'yaml';
import type { z } from 'zod';
import { unknownKeyOf } from './one-of.js';

/** One thing that is wrong in a script, and where. */
export interface Mistake {
  readonly line?: number;
  readonly col?: number;
  /** As it would be written in code, e.g. `steps[1].actions[0]`; empty for the whole script. */
  readonly path: string;
  readonly message: string;
}

/** Says a schema's complaint in the words of the file: line, column, path, what is wrong. */
export function locateMistake(
  issue: z.core.$ZodIssue,
  document?: Document,
  lines?: LineCounter,
): Mistake {
  const keys = issue.path.filter((key) => typeof key !== 'symbol');
  const unknown = unknownKeyOf(issue).unknownKey;
  const told = { path: pathText(keys), message: issue.message };
  const offset = document && placeOf(document, keys, unknown);
  return offset === undefined || lines === undefined ? told : { ...lines.linePos(offset), ...told };
}

function pathText(keys: readonly (string | number)[]): string {
  return keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
}

/** Where in the text a path leads; for a missing value, the nearest thing around it. */
function placeOf(
  document: Document,
  keys: readonly (string | number)[],
  unknown: string | undefined,
): number | undefined {
  for (let depth = keys.length; depth >= 0; depth -= 1) {
    const node = document.getIn(keys.slice(0, depth), true);
    if (!isNode(node)) continue;
    const key = depth === keys.length ? unknown : keys[depth];
    return (keyNode(node, key) ?? node).range?.[0];
  }
  return undefined;
}

function keyNode(node: Node, key: string | number | undefined): Node | undefined {
  if (!isMap(node) || key === undefined) return undefined;
  const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
  return isNode(pair?.key) ? pair.key : undefined;
}
