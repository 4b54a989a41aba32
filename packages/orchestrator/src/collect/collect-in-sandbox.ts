import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '@dragoman/protocol/internal';
import {
  collectText,
  type Sandbox,
  type SandboxOptions,
  type SandboxProcess,
  type SandboxProvider,
  systemPath,
} from '@dragoman/sandbox';
import type { OtherWork, Workspace } from '../contract.js';
import { alternatesFile, initBare } from '../git/init-bare.js';
import type { Git } from '../git/run-git.js';
import { type CollectReport, parseReport } from './collect-report.js';
import { collectScript } from './collect-script.js';
import { holdFolder } from './held-folder.js';
import { type CommitWords, tooLarge } from './import-stream.js';

export interface SandboxCollection extends CommitWords {
  readonly workspace: Workspace;
  readonly head: string;
  readonly others: readonly OtherWork[];
  readonly sandboxes: SandboxProvider;
  /** What the sandbox has beside, such as its image. */
  readonly options?: Pick<SandboxOptions, 'image' | 'labels' | 'limits' | 'hidden'> | undefined;
  /** A folder for this collection alone. */
  readonly scratch: string;
  readonly commits: boolean;
  readonly ignore?: string | undefined;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface SandboxCollected extends CollectReport {
  /** The file with the commits, if there are any. */
  readonly bundle?: string;
}

const MOST_REPORT_BYTES = 1024 * 1024;
const MOST_WORDS_BYTES = 64 * 1024;

/**
 * Lets git look at a workspace where an agent could have worked, in a sandbox without a network or a door,
 * and takes the commits out as one file. A workspace is only read there. Rejects with `bundle_too_large`
 * and with what sandboxes reject with; whatever else goes wrong is in the result.
 */
export async function collectInSandbox(
  git: Git,
  collection: SandboxCollection,
): Promise<SandboxCollected> {
  const { sandboxes, workspace, scratch, options = {} } = collection;
  const home = join(scratch, 'home');
  mkdirSync(home, { mode: 0o700 });
  const { abilities } = sandboxes;
  const sandbox = await sandboxes.create({
    ...options,
    workspace: workspace.directory,
    home,
    readable: [workspace.seed.directory],
    ...(abilities.readOnlyWorkspace && { workspaceAccess: 'read' }),
    ...(abilities.networks.includes('none') && { network: 'none' }),
  });
  try {
    await writeInputs(git, collection, { home, inside: sandbox.inside.workspace });
    return await runScript(sandbox, collection, home);
  } finally {
    await sandbox.remove();
  }
}

interface Homes {
  readonly home: string;
  /** Where the workspace is for commands. */
  readonly inside: string;
}

async function writeInputs(git: Git, collection: SandboxCollection, at: Homes): Promise<void> {
  const { workspace, others, ignore = '', message } = collection;
  const { seed } = workspace;
  const directory = join(at.home, 'collect.git');
  const objects = [join(seed.directory, 'objects'), `${at.inside}/.git/objects`];
  const { objectFormat, shallow } = seed;
  await initBare(git, { directory, objectFormat, shallow });
  writeFileSync(join(directory, 'objects/info/alternates'), alternatesFile(objects));
  mkdirSync(join(directory, 'info'), { recursive: true });
  writeFileSync(join(directory, 'info/exclude'), ignore);
  // Then a file that is there counts, also one that an agent has marked as not to be looked at.
  writeFileSync(join(directory, 'info/sparse-checkout'), '/*\n');
  const lines = others.map(({ commit }, at) => `${at} ${commit}\n`);
  writeFileSync(join(at.home, 'others'), lines.join(''));
  writeFileSync(join(at.home, 'exclude'), `${seed.commits.join(' ')}\n`);
  writeFileSync(join(at.home, 'message'), message);
}

async function runScript(
  sandbox: Sandbox,
  collection: SandboxCollection,
  home: string,
): Promise<SandboxCollected> {
  const { timeoutMs, signal } = collection;
  const bundle = join(collection.scratch, 'work.bundle');
  const running = await sandbox.start({
    executable: '/bin/sh',
    args: ['-c', collectScript],
    env: environmentOf(sandbox, collection),
  });
  const timer = setTimeout(() => void running.kill(), timeoutMs);
  const onAbort = () => void running.kill();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const [size, words, exit] = await Promise.all([
      writeCapped(running, bundle, collection.maxBytes),
      collectText(limited(running.stderr)),
      running.exit,
    ]);
    if (size > collection.maxBytes) throw tooLarge(collection.maxBytes);
    signal?.throwIfAborted();
    const report = parseReport(reportIn(home));
    if (exit.exitCode !== 0) {
      const why = exit.reason === 'killed' ? `git took over ${timeoutMs} ms` : words.slice(-500);
      return { lost: report.lost, broken: `git failed in the sandbox: ${why.trim()}` };
    }
    if (size === 0) return report;
    return { ...report, bundle };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

const SETTINGS: readonly (readonly [string, string])[] = [
  ['safe.directory', '*'],
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.bare', 'false'],
  ['core.sparseCheckout', 'true'],
  ['core.sparseCheckoutCone', 'false'],
  ['commit.gpgSign', 'false'],
  ['gc.auto', '0'],
  ['protocol.allow', 'never'],
];

function environmentOf(
  { inside }: Sandbox,
  { workspace, head, sandboxes, commits, author, at }: SandboxCollection,
): Record<string, string> {
  const date = `${Math.floor(at.getTime() / 1000)} +0000`;
  const settings = SETTINGS.flatMap(([key, value], number) => [
    [`GIT_CONFIG_KEY_${number}`, key],
    [`GIT_CONFIG_VALUE_${number}`, value],
  ]);
  return {
    ...Object.fromEntries(settings),
    GIT_CONFIG_COUNT: String(SETTINGS.length),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
    GIT_COMMITTER_DATE: date,
    LC_ALL: 'C',
    PATH: systemPath(),
    HOME: inside.home,
    WORKSPACE: inside.workspace,
    HEAD_COMMIT: head,
    // To look into repositories of an agent's is to run what they name.
    ADDS: sandboxes.abilities.confinesFiles ? 'yes' : 'no',
    COMMITS: commits ? 'yes' : 'no',
    SPARSE: workspace.sparse === undefined ? 'no' : 'yes',
  };
}

/** How many bytes there were. Behind the cap nothing is written, and the command ends. */
async function writeCapped(running: SandboxProcess, path: string, cap: number): Promise<number> {
  const file = openSync(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of running.stdout) {
      size += chunk.byteLength;
      if (size > cap) {
        void running.kill();
        break;
      }
      for (let at = 0; at < chunk.byteLength; ) at += writeSync(file, chunk, at);
    }
  } catch (error) {
    await running.kill();
    throw error;
  } finally {
    closeSync(file);
  }
  if (size > cap) rmSync(path);
  return size;
}

/** Reads all and keeps the first of it. */
async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let kept = 0;
  for await (const chunk of bytes) {
    if (kept < MOST_WORDS_BYTES) yield chunk;
    kept += chunk.byteLength;
  }
}

/** What ran in the sandbox could write there: no link is followed. */
function reportIn(home: string): string {
  try {
    const folder = holdFolder(home);
    try {
      return folder.read('report', MOST_REPORT_BYTES)?.toString() ?? '';
    } finally {
      folder.close();
    }
  } catch (error) {
    return `walk its report can't be read (${errorMessage(error)})`;
  }
}
