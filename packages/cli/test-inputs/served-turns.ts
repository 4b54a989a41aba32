import { createServer, type DragomanServer, type ServerOptions } from '@dragoman/server';
import { type ListeningServer, listen } from '@dragoman/server/node';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  type TurnFixture,
  testAgent,
  testCacheDirectory,
} from '@dragoman/testkit';
import { afterAll, beforeAll, vi } from 'vitest';

type Policy = ServerOptions['policy'];

export interface ServedTurnsOptions extends Partial<Omit<ServerOptions, 'policy'>> {
  /** What its clients may ask, in the workspace `app`. */
  readonly policy: Omit<Policy, 'workspaces' | 'sandbox'>;
  /** The CLIs that it needs. Default: Codex. */
  readonly installed?: readonly string[];
  /** The folder of the workspace in which turns leave artifacts. */
  readonly artifacts?: string;
}

/** A server whose turns run in a fixture. */
export interface ServedTurns {
  readonly fixture: TurnFixture;
  readonly server: DragomanServer;
  readonly url: string;
}

/** One server for all tests of a file. */
export function servedTurnsOfFile(options: ServedTurnsOptions): ServedTurns {
  const { installed = ['codex'], artifacts, policy, ...rest } = options;
  let made: { fixture: TurnFixture; server: DragomanServer; listening: ListeningServer };
  /** What is to be undone, the latest last: also of a start that failed halfway. */
  const undo: (() => unknown)[] = [];
  beforeAll(async () => {
    for (const agent of installed) await testAgent(agent);
    const fixture = await createTurnFixture();
    undo.push(fixture.remove);
    vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
    undo.push(() => vi.unstubAllEnvs());
    const app = { path: fixture.workspace, ...(artifacts !== undefined && { artifacts }) };
    const server = createServer({
      stateDirectory: fixture.stateDirectory,
      ...rest,
      policy: { ...policy, workspaces: { app }, sandbox: 'process' },
    });
    undo.push(() => server.close());
    const listening = await listen(server, { port: 0 });
    undo.push(() => listening.close());
    made = { fixture, server, listening };
  }, INSTALL_TIMEOUT_MS);
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });
  return {
    get fixture() {
      return made.fixture;
    },
    get server() {
      return made.server;
    },
    get url() {
      return made.listening.url;
    },
  };
}
