import { DragomanError, isJsonObject, parseJson } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import type { ProcessResult } from '@dragoman/sandbox';
import { type AgentVersion, agentIn, nameVersion } from '../agent-version.js';

interface FailureKind {
  /** The codes of npm and of the system that mean it. */
  readonly codes: RegExp;
  readonly code: string;
  readonly advice: (agent: AgentVersion) => string;
}

const KINDS: readonly FailureKind[] = [
  {
    codes: /^(ETARGET|E404)$/,
    code: 'install_version_unknown',
    advice: (agent) => `The default is ${nameVersion(agentIn(agent))}.`,
  },
  {
    codes:
      /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|FETCH_ERROR)$/,
    code: 'install_offline',
    advice: () =>
      "The package registry can't be reached. Check the network, or npm's registry and proxy settings.",
  },
  {
    codes: /^(ENOSPC|EDQUOT)$/,
    code: 'install_disk_full',
    advice: () =>
      'The disk is full. Free some space (an agent takes up to 500 MB), or set DRAGOMAN_CACHE to a folder elsewhere.',
  },
  {
    codes: /^(EACCES|EPERM|EROFS|ENOTDIR)$/,
    code: 'install_not_permitted',
    advice: () =>
      "The folder can't be written. Make it writable, or set DRAGOMAN_CACHE to one that is.",
  },
  {
    codes: /^EINTEGRITY$/,
    code: 'install_integrity',
    advice: () =>
      'What the registry sent is not the package that is pinned. Nothing of it was run. Check which registry npm asks (npm config get registry); where it is a mirror, its copy is not the original.',
  },
  {
    codes: /^(E401|E403|ENEEDAUTH)$/,
    code: 'install_refused',
    advice: () => "The package registry refused. Check npm's login for it.",
  },
  {
    codes: /CERT|^UNABLE_TO_|SELF_SIGNED|^ERR_SSL/,
    code: 'install_untrusted',
    advice: () =>
      "The registry's certificate is not trusted. Set npm's cafile, or NODE_EXTRA_CA_CERTS.",
  },
];

const OTHERWISE = 'Run the command again: what was downloaded is kept by npm.';

/** An install that failed: what, why, and what to do, by the code of npm or of the system. */
export function installFailure(
  agent: AgentVersion,
  reason: { code: string; text: string },
  cause?: unknown,
): DragomanError {
  const kind = KINDS.find(({ codes }) => codes.test(reason.code));
  const why = /[.!?]$/.test(reason.text) ? reason.text : `${reason.text}.`;
  return new DragomanError(
    kind?.code ?? 'install_failed',
    `Cannot install ${agent.name}@${agent.version}: ${why} ${kind?.advice(agent) ?? OTHERWISE}`,
    { cause },
  );
}

/** The same for an error that our own work with files raised. */
export function fileFailure(agent: AgentVersion, cause: unknown): DragomanError {
  if (cause instanceof DragomanError) return cause;
  const code = errorCode(cause) ?? '';
  const text = errorMessage(cause);
  return installFailure(agent, { code, text }, cause);
}

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

/** Where npm's output can hold a secret, and what is put there. */
const SECRETS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(\/\/)[^\s/@:]+(:[^\s/@]*)?@/g, '$1[redacted]@'],
  [/(_auth(?:Token)?|_password|password|token)(["']?\s*[=:]\s*["']?)[^\s"',]+/gi, '$1$2[redacted]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]'],
  [/\bnpm_[A-Za-z0-9]{20,}/g, '[redacted]'],
];

/** npm's words without what must not be seen in a log. */
function redactNpm(text: string): string {
  return SECRETS.reduce((redacted, [pattern, replacement]) => {
    return redacted.replaceAll(pattern, replacement);
  }, text);
}
