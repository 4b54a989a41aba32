import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runDirectoryOf } from '@dragoman/sandbox';
import {
  INSTALL_TIMEOUT_MS,
  isWatchdog,
  processesOf,
  requireProgram,
  testAgent,
  testCacheDirectory,
} from '@dragoman/testkit';
import { afterAll, beforeAll } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const main = fileURLToPath(new URL('../bin/dragoman.cjs', import.meta.url));

let isBuilt = false;

/** Brings what tests of the built command need: the command as it ships, bubblewrap, and Codex. */
export async function prepareDragoman(): Promise<void> {
  if (!isBuilt) buildDragoman();
  isBuilt = true;
  await requireProgram('bwrap', 'bubblewrap');
  await testAgent('codex');
}

function buildDragoman(): void {
  execFileSync(join(repository, 'node_modules/.bin/tsc'), ['-b', 'packages/cli'], {
    cwd: repository,
  });
  execFileSync(process.execPath, [join(repository, 'scripts/bundle.mjs')]);
}

export interface EndedDragoman {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A `dragoman` that runs. */
export interface RunningDragoman {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  readonly ended: Promise<EndedDragoman>;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly cwd?: string;
  /** Default: the command as it was built here. */
  readonly main?: string;
}

/** A HOME, a state folder, a temporary folder and a workspace for one test or file. */
export interface DragomanFixture {
  readonly workspace: string;
  readonly state: string;
  readonly temporary: string;
  /** Puts a file beside the workspace and gives its path. */
  file(name: string, content: string): Promise<string>;
  start(args: readonly string[], options?: StartOptions): RunningDragoman;
  run(args: readonly string[], options?: StartOptions): Promise<EndedDragoman>;
  /** The events of the latest turn. */
  lastTurn(): Promise<Record<string, unknown>[]>;
  /** What is left of its turns but journals and sessions. */
  remains(): Promise<string[]>;
  remove(): Promise<void>;
}

/** One fixture for all tests of a file, in which the built command runs. */
export function dragomanOfFile(): DragomanFixture {
  let made: DragomanFixture | undefined;
  const current = (): DragomanFixture => {
    if (made === undefined) throw new Error('There is a fixture only while tests run.');
    return made;
  };
  beforeAll(async () => {
    await prepareDragoman();
    made = await createDragomanFixture();
  }, INSTALL_TIMEOUT_MS);
  afterAll(() => made?.remove());
  return {
    get workspace() {
      return current().workspace;
    },
    get state() {
      return current().state;
    },
    get temporary() {
      return current().temporary;
    },
    file: (name, content) => current().file(name, content),
    start: (args, options) => current().start(args, options),
    run: (args, options) => current().run(args, options),
    lastTurn: () => current().lastTurn(),
    remains: () => current().remains(),
    remove: () => current().remove(),
  };
}

export async function createDragomanFixture(): Promise<DragomanFixture> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-cli-')));
  const [workspace, state, temporary] = ['workspace', 'state', 'tmp'].map((name) =>
    join(root, name),
  ) as [string, string, string];
  await Promise.all([workspace, temporary].map((path) => mkdir(path)));
  const environment = {
    PATH: '/usr/bin:/bin',
    HOME: root,
    TMPDIR: temporary,
    DRAGOMAN_STATE: state,
    DRAGOMAN_CACHE: testCacheDirectory(),
  };

  const start: DragomanFixture['start'] = (args, options = {}) => {
    const { env, input = '', cwd = workspace, main: command = main } = options;
    const child = spawn(process.execPath, [command, ...args], {
      cwd,
      env: { ...environment, ...env },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const ended = new Promise<EndedDragoman>((resolve) => {
      child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
    });
    return { child, stdout: () => stdout, stderr: () => stderr, ended };
  };

  return {
    workspace,
    state,
    temporary,
    async file(name, content) {
      const path = join(root, name);
      await writeFile(path, content);
      return path;
    },
    start,
    run: (args, options) => start(args, options).ended,
    async lastTurn() {
      const turns = (await readdir(join(state, 'turns'))).sort();
      const file = join(state, 'turns', turns.at(-1) ?? '', 'events.ndjson');
      const lines = (await readFile(file, 'utf8')).trim().split('\n');
      return lines.map((line) => JSON.parse(line));
    },
    remains: async () => [
      ...(await runningIn(root)),
      ...(await readdir(temporary)),
      ...(await readdir(join(state, 'sandboxes')).catch(() => [])),
      ...(await readdir(join(state, 'turns')).catch(() => []))
        .map(runDirectoryOf)
        .filter((path) => existsSync(path)),
      ...(await readdir(join(state, 'homes')).catch(() => [])).filter((name) =>
        name.endsWith('.lock'),
      ),
    ],
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Everything that ran for a test has its folder in the environment. Watchdogs exit later. */
async function runningIn(folder: string): Promise<string[]> {
  const running = (await processesOf([folder])).filter((found) => !isWatchdog(found));
  return running.map(({ pid, args }) => `process ${pid} ${args.join(' ')}`);
}
