import { isJsonObject, parseJson } from '@dragoman/protocol';
import type { ProcessResult } from '@dragoman/sandbox';
import { redactNpm } from './redact-npm.js';

/** Why an npm run failed: npm's own code, and its own words without noise and secrets. */
export interface NpmFailure {
  readonly code: string;
  readonly text: string;
}

export function npmFailure(result: ProcessResult): NpmFailure {
  if (result.reason !== 'exited') return { code: '', text: `npm was ended (${result.reason})` };
  const error = parseError(result.stdout);
  const code = error.code || codeIn(result.stderr);
  const unpacking = unpackFailure(result);
  if (code === '' && unpacking !== undefined) return unpacking;
  const text = error.summary || errorLines(result.stderr) || `npm exited with ${result.exitCode}`;
  return { code, text: redactNpm(text) };
}

/**
 * A file that npm could not write whole. npm only warns of it, and when the package is an optional
 * one, as all that hold programs are, it leaves the package out and says that all went well.
 */
export function unpackFailure({ stderr }: Pick<ProcessResult, 'stderr'>): NpmFailure | undefined {
  const [, text, code] = UNPACKING.exec(stderr) ?? [];
  return text === undefined || code === undefined ? undefined : { code, text: redactNpm(text) };
}

/** Other codes, such as ENOENT, come when npm itself takes a package away while it unpacks it. */
const UNPACKING = /^npm warn tar TAR_ENTRY_ERROR ((ENOSPC|EDQUOT|EIO|EROFS): .*)$/m;

/** With --json npm says on stdout what failed, when it got that far. */
function parseError(stdout: string): { code: string; summary: string } {
  const parsed = parseJson(stdout);
  const error = parsed.ok && isJsonObject(parsed.value) ? parsed.value.error : undefined;
  if (!isJsonObject(error)) return { code: '', summary: '' };
  return { code: String(error.code ?? ''), summary: String(error.summary ?? '').trim() };
}

function codeIn(stderr: string): string {
  return /^npm error code (\S+)/m.exec(stderr)?.[1] ?? '';
}

/** The lines in which npm says what went wrong, without its stack traces and log file names. */
function errorLines(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('npm error ') && !NOISE.test(line))
    .map((line) => line.slice('npm error '.length).trim())
    .slice(0, 5)
    .join(' ');
}

const NOISE = /^npm error( {2,}at |\s*$| code | errno | syscall | A complete log)/;
