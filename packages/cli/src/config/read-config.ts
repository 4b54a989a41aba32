import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DragomanError, isJsonObject, parseJson } from '@dragoman/protocol';
import { errorCode, errorMessage, nearestName, reasonOf } from '@dragoman/protocol/internal';
import { withPlainFile } from '@dragoman/sandbox';
import { type ConfigValues, configKeys, configNames } from './config-keys.js';

/** A configuration file, as it was when it was read. */
export interface ConfigFile {
  readonly path: string;
  readonly values: ConfigValues;
  /** The hash of its content. */
  readonly hash: string;
}

const MOST_BYTES = 64 * 1024;
const MOST_ALIASES = 10;

/** Settings whose values are paths of this machine; `writable` has paths in the workspace. */
const PATHS: ReadonlySet<string> = new Set(['mcp', 'mount', 'path']);

/**
 * Reads a configuration file. Undefined where there is none: what is no plain file, such as what a sandbox
 * puts there for as long as a turn runs, is none. It is read once, so that what was agreed to is what
 * holds.
 *
 * @param from where it is, if the path leads there through links that were checked.
 */
export async function readConfig(path: string, from = path): Promise<ConfigFile | undefined> {
  const file = await readWritten(path, from);
  if (file === undefined) return undefined;
  const hash = createHash('sha256').update(file.bytes).digest('hex');
  return { path, values: checked(path, file.written), hash };
}

/** What is written in a file of YAML, or of JSON by its name. Undefined where there is no plain file. */
export async function readWritten(
  path: string,
  from = path,
): Promise<{ readonly bytes: Buffer; readonly written: unknown } | undefined> {
  const bytes = readPlainFile(from);
  if (bytes === undefined) return undefined;
  return { bytes, written: await parsed(path, bytes.toString('utf8')) };
}

function readPlainFile(path: string): Buffer | undefined {
  try {
    return withPlainFile(path, (file, { size }) => {
      if (size > MOST_BYTES) throw invalidConfig(path, `it is longer than ${MOST_BYTES} bytes`);
      return readFileSync(file);
    });
  } catch (cause) {
    if (cause instanceof DragomanError) throw cause;
    if (ABSENT.has(errorCode(cause))) return undefined;
    throw invalidConfig(path, reasonOf(cause), cause);
  }
}

/** `ELOOP`: a link. `ENXIO`: a socket. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

async function parsed(path: string, text: string): Promise<unknown> {
  if (path.endsWith('.json')) {
    const json = parseJson(text);
    if (json.ok) return json.value;
    throw invalidConfig(path, 'it is no JSON');
  }
  const { parse } = await import('yaml');
  try {
    return parse(text, { maxAliasCount: MOST_ALIASES }) ?? {};
  } catch (cause) {
    const [first = ''] = errorMessage(cause).split('\n');
    throw invalidConfig(path, first.replace(/[:.]$/, ''), cause);
  }
}

function checked(path: string, written: unknown): ConfigValues {
  if (!isJsonObject(written))
    throw invalidConfig(path, 'it has no settings: write `name: value` lines');
  const entries = Object.entries(written).map(([name, value]) => {
    const known = configNames.find((key) => key === name);
    if (known === undefined) throw invalidConfig(path, noSetting(name, configNames));
    const result = configKeys[known].schema.safeParse(value);
    if (result.success) return [name, absolute(path, name, result.data)] as const;
    const [issue] = result.error.issues;
    const at = [name, ...(issue?.path ?? [])].join('.');
    throw invalidConfig(path, `${at}: ${issue?.message ?? 'it is not understood'}`);
  });
  return Object.fromEntries(entries);
}

/** That there is no setting of this name, and which one may be meant. */
export function noSetting(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  const words = `there is no setting ${JSON.stringify(name.slice(0, 60))}`;
  return meant === undefined ? words : `${words}. Did you mean "${meant}"?`;
}

/** Paths in a file begin at the file, or at home with `~/`. */
function absolute(path: string, name: string, value: unknown): unknown {
  if (!PATHS.has(name)) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => absolute(path, name, one));
  return resolve(dirname(path), fromHome(String(value)));
}

/** A path that may begin at home with `~/`, which a shell leaves as it is in quotes and after `=`. */
export function fromHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}

/** The error of a configuration that can't be used, for one reason or for several. */
export function invalidConfig(
  path: string,
  why: string | readonly string[],
  cause?: unknown,
): DragomanError {
  const reasons = [why].flat().map((reason) => (/[.?]$/.test(reason) ? reason : `${reason}.`));
  const list =
    reasons.length === 1 ? ` ${reasons[0]}` : reasons.map((one) => `\n- ${one}`).join('');
  const words = `The configuration ${path} can't be used:${list}`;
  return new DragomanError('config_invalid', words, cause === undefined ? {} : { cause });
}
