import { parseJson } from '@dragoman/protocol';
import { scanJson } from './scan-json.js';

type Branch = { [key: string]: Branch | unknown };

/**
 * What a JSON text says as far as it goes, for one that was cut off: its objects, with the keys and
 * scalars that came whole. Arrays below the top come as objects with indices for keys.
 */
export function salvageJson(text: string): unknown {
  const root: Branch = Object.create(null);
  for (const { kind, path, value } of scanJson(text)) {
    const scalar = kind === 'scalar' ? parseJson(value) : undefined;
    const last = path.at(-1);
    if (scalar?.ok !== true || last === undefined) continue;
    branchAt(root, path.slice(0, -1))[last] = scalar.value;
  }
  return text.trimStart().startsWith('[') ? Object.values(root) : root;
}

function branchAt(root: Branch, path: readonly string[]): Branch {
  let branch = root;
  for (const key of path) {
    const below = branch[key];
    const next: Branch = isBranch(below) ? below : Object.create(null);
    branch[key] = next;
    branch = next;
  }
  return branch;
}

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null;
}
