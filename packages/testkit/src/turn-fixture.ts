import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineScript, type WrittenScript } from '@dragoman/gateway';
import type { EndEvent, JournaledEvent } from '@dragoman/protocol';
import { isRequestEvent, type RequestEvent } from '@dragoman/protocol/internal';
import {
  type AnswerReceipt,
  startTurn,
  type ToolAnswer,
  type Turn,
  type TurnOptions,
} from '@dragoman/runtime';
import { pathExists as isThere, runDirectoryOf } from '@dragoman/sandbox';
import { processesOf } from './machine-processes.js';
import { testAgent, testCacheDirectory } from './test-agents.js';

/** A turn of a test's agent. Only what matters to the test has to be said. */
export interface TestTurn
  extends Partial<Omit<TurnOptions, 'agent' | 'stateDirectory' | 'cacheDir'>> {
  /** Default: `codex`. */
  readonly agent?: string;
  /** False: a version that isn't installed stays so. Default: it is installed first. */
  readonly install?: boolean;
  /** What the model says, as a script is written. Instead of `access`. */
  readonly script?: WrittenScript;
}

export interface EndedTurn {
  readonly turn: Turn;
  readonly events: readonly JournaledEvent[];
  readonly end: EndEvent;
}

/** A workspace and a state folder for one test or file. */
export interface TurnFixture {
  readonly workspace: string;
  readonly stateDirectory: string;
  start(turn: TestTurn): Promise<Turn>;
  /** All files in the state folder, by path. */
  written(): Promise<readonly string[]>;
  /** Starts a turn and reads it to its end. */
  run(turn: TestTurn): Promise<EndedTurn>;
  /** The pids of the programs with this name that run for its turns. */
  processes(name: string): Promise<readonly number[]>;
  /** What is left of its turns beside journals and sessions: processes, folders, sockets, locks. */
  remains(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** Makes folders for turns, of which nothing is kept. */
export async function createTurnFixture(): Promise<TurnFixture> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-turns-')));
  const [workspace, stateDirectory] = [join(root, 'workspace'), join(root, 'state')];
  await Promise.all([workspace, stateDirectory].map((path) => mkdir(path, { mode: 0o700 })));
  const start = async ({
    agent = 'codex',
    install = true,
    script,
    ...turn
  }: TestTurn): Promise<Turn> => {
    // One that no test has installed is asked for to be refused.
    if (install) await testAgent(agent);
    return startTurn({
      prompt: 'Do it.',
      sandbox: 'process',
      permission: 'bypass',
      access: { kind: 'script', script: defineScript(script ?? { steps: [{ say: 'Done.' }] }) },
      cwd: workspace,
      ...turn,
      agent,
      stateDirectory,
      cacheDir: testCacheDirectory(),
    });
  };
  return {
    workspace,
    stateDirectory,
    start,
    async run(asked) {
      const turn = await start(asked);
      const events: JournaledEvent[] = [];
      for await (const event of turn.events()) events.push(event);
      return { turn, events, end: await turn.outcome };
    },
    async written() {
      const entries = await readdir(stateDirectory, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name));
    },
    async processes(name) {
      const all = await processesOf([root]);
      return all.filter((found) => found.name === name).map(({ pid }) => pid);
    },
    remains: () => remainsOf(stateDirectory),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Everything that ran for a turn had its HOME in the state folder. */
async function remainsOf(stateDirectory: string): Promise<readonly string[]> {
  const [turns, sandboxes, homes] = await Promise.all(
    ['turns', 'sandboxes', 'homes'].map((name) =>
      readdir(join(stateDirectory, name)).catch(() => []),
    ),
  );
  const sockets = await Promise.all((turns ?? []).map((id) => isThere(runDirectoryOf(id))));
  return [
    ...(await processesOf([stateDirectory])).map(({ pid, name }) => `process ${pid} ${name}`),
    ...(sandboxes ?? []).map((name) => `sandbox ${name}`),
    ...(homes ?? []).filter((name) => name.includes('.lock')),
    ...(turns ?? []).filter((_id, at) => sockets[at]).map(runDirectoryOf),
  ];
}

/** Any event by which an agent asks its caller for something. */
export type AnyRequest = Extract<JournaledEvent, RequestEvent>;

/** Reads a turn to its end and answers its requests on the way. Without an answer one stays open. */
export async function answerRequests(
  turn: Pick<Turn, 'events' | 'answer'>,
  answerTo: (request: AnyRequest) => ToolAnswer | undefined,
): Promise<{
  readonly events: readonly JournaledEvent[];
  readonly receipts: readonly AnswerReceipt[];
}> {
  const events: JournaledEvent[] = [];
  const receipts: AnswerReceipt[] = [];
  for await (const event of turn.events()) {
    events.push(event);
    if (!isRequestEvent(event)) continue;
    const answer = answerTo(event);
    if (answer !== undefined) receipts.push(await turn.answer(event.requestId, answer));
  }
  return { events, receipts };
}
