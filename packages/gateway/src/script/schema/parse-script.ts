import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { DragomanError, isJsonObject } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';
import type { z } from 'zod';
import type { Script } from '../script.js';
import { unknownKeyOf } from './one-of.js';
import { scriptSchema, type WrittenScript } from './script-schema.js';

/** More mistakes than this are only counted: the first ones are usually the cause. */
const MAX_MISTAKES = 8;

/**
 * Reads a script written in YAML or JSON. Every mistake is reported with its position, in one error
 * with the code `script_invalid`.
 *
 * @example parseScript('steps:\n  - say: Hello', { source: 'hello.yaml' })
 */
export function parseScript(
  text: string,
  options: { source?: string; name?: string } = {},
): Script {
  const source = options.source ?? 'script';
  const lines = new LineCounter();
  // Every JSON text is YAML, too, so one parser gives positions for both.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw invalid(
      source,
      document.errors.map((error) => ({
        ...lines.linePos(error.pos[0]),
        path: '',
        message: error.message,
      })),
    );
  }
  const data = plainData(document, source);
  const parsed = scriptSchema.safeParse(
    isJsonObject(data) && options.name !== undefined ? { name: options.name, ...data } : data,
  );
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => locateMistake(issue, document, lines));
  throw invalid(source, issues);
}

/**
 * Checks a script that is written in TypeScript and fills in its defaults.
 *
 * @example defineScript({ name: 'hello', steps: [[{ say: 'Hello' }]] })
 */
export function defineScript(written: WrittenScript): Script {
  const parsed = scriptSchema.safeParse(written);
  if (parsed.success) return parsed.data;
  throw invalid(
    written.name ?? 'script',
    parsed.error.issues.map((issue) => locateMistake(issue)),
  );
}

function plainData(document: { toJS(): unknown }, source: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    // Aliases that unfold without end are only noticed here.
    const message = errorMessage(cause);
    throw new DragomanError('script_invalid', `${source}: ${message}`, { cause });
  }
}

function invalid(source: string, mistakes: readonly Mistake[]): DragomanError {
  const reported = mistakes.slice(0, MAX_MISTAKES).map(({ line, col, path, message }) => {
    const position = line === undefined ? source : `${source}:${line}:${col}`;
    return path === '' ? `${position}: ${message}` : `${position}: ${path}: ${message}`;
  });
  const more = mistakes.length - reported.length;
  if (more > 0) reported.push(`… and ${more} more`);
  return new DragomanError('script_invalid', reported.join('\n'));
}

/** One thing that is wrong in a script, and where. */
interface Mistake {
  readonly line?: number;
  readonly col?: number;
  /** As it would be written in code, e.g. `steps[1].actions[0]`; empty for the whole script. */
  readonly path: string;
  readonly message: string;
}

/** Says a schema's complaint in the words of the file: line, column, path, what is wrong. */
function locateMistake(issue: z.core.$ZodIssue, document?: Document, lines?: LineCounter): Mistake {
  const keys = issue.path.filter((key) => typeof key !== 'symbol');
  const unknown = unknownKeyOf(issue).unknownKey;
  const mistake = { path: pathText(keys), message: issue.message };
  const offset = document && placeOf(document, keys, unknown);
  return offset === undefined || lines === undefined
    ? mistake
    : { ...lines.linePos(offset), ...mistake };
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

/**
 * Reads a script from a YAML or JSON file. A script without its own name gets the file's.
 * Fails with `script_unreadable` or `script_invalid`.
 */
export async function loadScript(path: string): Promise<Script> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (cause) {
    const reason = errorMessage(cause);
    throw new DragomanError('script_unreadable', `Cannot read the script ${path}: ${reason}`, {
      cause,
    });
  }
  return parseScript(text, { source: path, name: basename(path, extname(path)) });
}
