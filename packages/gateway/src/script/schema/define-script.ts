import { DragomanError } from '@dragoman/protocol';
import type { z } from 'zod';
import type { Script } from '../script.js';
import { unknownKeyOf } from './one-of.js';
import { scriptSchema, type WrittenScript } from './script-schema.js';

/** More mistakes than this are only counted: the first ones are usually the cause. */
const MAX_MISTAKES = 8;

/** One thing that is wrong in a script, and where. */
export interface Mistake {
  readonly line?: number;
  readonly col?: number;
  /** As it would be written in code, e.g. `steps[1].actions[0]`; empty for the whole script. */
  readonly path: string;
  readonly message: string;
}

/** Finds the line and column of what a path leads to, or of one of its keys. */
export type Locate = (
  keys: readonly (string | number)[],
  unknownKey: string | undefined,
) => Pick<Mistake, 'line' | 'col'>;

/**
 * Checks a script that is written in TypeScript and fills in its defaults.
 *
 * @example defineScript({ name: 'hello', steps: [[{ say: 'Hello' }]] })
 */
export function defineScript(written: WrittenScript): Script {
  return checkScript(written, written.name ?? 'script', () => ({}));
}

/** Checks data from anywhere; `locate` says where in its source a mistake is. */
export function checkScript(data: unknown, source: string, locate: Locate): Script {
  const parsed = scriptSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw invalidScript(
    source,
    parsed.error.issues.map((issue) => mistakeOf(issue, locate)),
  );
}

/** The error that reports the mistakes, one a line. */
export function invalidScript(source: string, mistakes: readonly Mistake[]): DragomanError {
  const reported = mistakes.slice(0, MAX_MISTAKES).map(({ line, col, path, message }) => {
    const position = line === undefined ? source : `${source}:${line}:${col}`;
    return path === '' ? `${position}: ${message}` : `${position}: ${path}: ${message}`;
  });
  const more = mistakes.length - reported.length;
  if (more > 0) reported.push(`… and ${more} more`);
  return new DragomanError('script_invalid', reported.join('\n'));
}

/** What is said of a file that is something else. */
const NO_SCRIPT =
  'this is no script. A script has steps, such as: steps: [{ run: ls }, { say: Done. }]';

function mistakeOf(issue: z.core.$ZodIssue, locate: Locate): Mistake {
  const keys = issue.path.filter((key) => typeof key !== 'symbol');
  const position = locate(keys, unknownKeyOf(issue).unknownKey);
  const isElse = keys.length === 0 && issue.code === 'invalid_type';
  return { ...position, path: pathText(keys), message: isElse ? NO_SCRIPT : issue.message };
}

function pathText(keys: readonly (string | number)[]): string {
  return keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
}
