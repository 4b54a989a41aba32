import { DragomanError } from '@dragoman/protocol';
import { findProgram, spawnProcess, systemPath } from '@dragoman/sandbox';
import { failureOf } from './git-failure.js';
import { type GitVersion, oldestVersion, parseVersion, versionIsTooOld } from './git-version.js';

export interface GitCall {
  /** The subcommand and its arguments. */
  readonly args: readonly string[];
  /** What git works on. No workspace that an agent has worked in is ever one. */
  readonly gitDir?: string;
  readonly worktree?: string;
  /** Default: `gitDir`, else the root. */
  readonly cwd?: string;
  /**
   * The file that stands for the user's settings: only where git reads what the user made, never where it
   * reads what an agent made. Default: none.
   */
  readonly userConfig?: string;
  readonly config?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** A file that is its stdin. */
  readonly stdinFile?: string;
  /** Exit codes that are answers and no failures. Default: only 0. */
  readonly accepts?: readonly number[];
  /** Default: 64 MiB. */
  readonly maxOutputBytes?: number;
  /** Default: 10 minutes. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface GitResult {
  readonly exitCode: number;
  readonly bytes: Buffer;
  /** The same as text, without the line end at its end. */
  readonly text: string;
  readonly stderr: string;
}

/** Git of this machine, run in the one way in which Dragoman runs it. */
export interface Git {
  readonly executable: string;
  readonly version: GitVersion;
  /** Rejects with `git_failed` and git's own words, `git_timeout`, `git_output_limit` or `disk_full`. */
  run(call: GitCall): Promise<GitResult>;
}

export interface GitOptions {
  /** Default: what `DRAGOMAN_GIT` says, else git in the system's folders. */
  readonly executable?: string | undefined;
  readonly environment?: NodeJS.ProcessEnv;
  /** Folders that agents can write to: a git from there is refused. */
  readonly writable?: readonly string[];
}

const DEFAULT_OUTPUT_BYTES = 64 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 10 * 60 * 1000;

/** Who writes commits and reflogs that are not the agent's. Also where the user has no identity. */
const IDENTITY = { name: 'Dragoman', email: 'dragoman@localhost.invalid' };

/** All that git could run, ask for or fetch by itself is off. The empty values take away what files say. */
const SETTINGS: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.pager': 'cat',
  'core.sshCommand': 'false',
  'core.askPass': '',
  'core.alternateRefsCommand': 'true',
  'core.splitIndex': 'false',
  'credential.helper': '',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'commit.gpgSign': 'false',
  'tag.gpgSign': 'false',
  'log.showSignature': 'false',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'fetch.writeCommitGraph': 'false',
  'fetch.prune': 'false',
  'fetch.pruneTags': 'false',
  'protocol.version': '2',
  'protocol.allow': 'never',
  'protocol.file.allow': 'always',
  'advice.addEmbeddedRepo': 'false',
};

const ENVIRONMENT: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LFS_SKIP_SMUDGE: '1',
  GIT_EDITOR: 'false',
  GIT_PAGER: 'cat',
  GIT_AUTHOR_NAME: IDENTITY.name,
  GIT_AUTHOR_EMAIL: IDENTITY.email,
  GIT_COMMITTER_NAME: IDENTITY.name,
  GIT_COMMITTER_EMAIL: IDENTITY.email,
};

/**
 * Finds git and checks that it is new enough. Rejects with `git_missing`, `git_too_old`, or with what
 * `findProgram` refuses a program for.
 */
export async function openGit(options: GitOptions = {}): Promise<Git> {
  const { executable: path, environment = process.env, writable = [] } = options;
  const executable = await findProgram('git', { path, environment, writable });
  if (executable === undefined) {
    throw new DragomanError(
      'git_missing',
      `There is no git in the system's folders. Install it (${oldestVersion} or newer), or set DRAGOMAN_GIT to its absolute path.`,
    );
  }
  const said = await runGit(executable, { args: ['version'] });
  const version = parseVersion(said.text);
  if (version === undefined || versionIsTooOld(version)) {
    throw new DragomanError(
      'git_too_old',
      `${executable} is ${said.text.slice(0, 100)}, and Dragoman needs git ${oldestVersion} or newer: older ones run programs that a repository names. Update it, or set DRAGOMAN_GIT to a newer one.`,
    );
  }
  return { executable, version, run: (call) => runGit(executable, call) };
}

async function runGit(executable: string, call: GitCall): Promise<GitResult> {
  const { stdinFile, accepts = [0], maxOutputBytes = DEFAULT_OUTPUT_BYTES } = call;
  const args = [...settingArguments({ ...SETTINGS, ...call.config }), ...call.args];
  // Only a shell can open a file for another program's stdin.
  const fromFile = ['-c', 'exec <"$1" || exit 125; shift; exec "$@"', 'sh', stdinFile ?? ''];
  const running = await spawnProcess({
    executable: stdinFile === undefined ? executable : '/bin/sh',
    args: stdinFile === undefined ? args : [...fromFile, executable, ...args],
    env: environmentOf(call),
    cwd: call.cwd ?? call.gitDir ?? '/',
    timeoutMs: call.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxOutputBytes,
    ...(call.stdin !== undefined && { stdin: call.stdin }),
    ...(call.signal !== undefined && { signal: call.signal }),
  });
  const [bytes, stderr, exit] = await Promise.all([
    collect(running.stdout),
    collect(running.stderr),
    running.exit,
  ]);
  if (exit.reason !== 'exited' || exit.exitCode === null || !accepts.includes(exit.exitCode)) {
    throw failureOf(call.args, exit, stderr.toString());
  }
  const text = bytes.toString().replace(/\n$/, '');
  return { exitCode: exit.exitCode, bytes, text, stderr: stderr.toString() };
}

function settingArguments(settings: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
}

function environmentOf({ gitDir, worktree, userConfig, env }: GitCall): Record<string, string> {
  return {
    ...ENVIRONMENT,
    PATH: systemPath(),
    GIT_CONFIG_GLOBAL: userConfig ?? '/dev/null',
    ...(gitDir !== undefined && { GIT_DIR: gitDir }),
    ...(worktree !== undefined && { GIT_WORK_TREE: worktree }),
    ...env,
  };
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
