import { DragomanError, errorMessage, isJsonObject } from '@dragoman/protocol';
import { LineCounter, parseDocument } from 'yaml';
import type { Script } from '../script.js';
import { locateMistake, type Mistake } from './locate-mistake.js';
import { scriptSchema, type WrittenScript } from './script-schema.js';

/** More mistakes than this are counted and not told: the first ones are usually the cause. */
const MAX_MISTAKES_TOLD = 8;

/**
 * Reads a script written in YAML or JSON. Every mistake is reported with its place, in one error
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
  // Every JSON text is YAML too, so one parser gives places for both.
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
  const told = mistakes.slice(0, MAX_MISTAKES_TOLD).map(({ line, col, path, message }) => {
    const place = line === undefined ? source : `${source}:${line}:${col}`;
    return path === '' ? `${place}: ${message}` : `${place}: ${path}: ${message}`;
  });
  const untold = mistakes.length - told.length;
  if (untold > 0) told.push(`… and ${untold} more`);
  return new DragomanError('script_invalid', told.join('\n'));
}
