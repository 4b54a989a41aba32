import { defineScript, type WrittenScript } from '@dragoman/gateway';
import { createServer, type ServerOptions } from '@dragoman/server';
import { listen } from '@dragoman/server/node';
import { testAgent, testCacheDirectory } from './test-agents.js';
import { createTurnFixture } from './turn-fixture.js';

export interface ServeTurnsOptions extends Partial<Omit<ServerOptions, 'policy'>> {
  /** What the model of each agent says. All are Codex. */
  readonly scripts: Readonly<Record<string, WrittenScript>>;
  readonly policy?: Partial<ServerOptions['policy']>;
}

/** A real server with a real agent, for tests of what talks to it. */
export interface ServedTurns {
  readonly url: string;
  /** Asks the server for JSON, as a client does. */
  ask(path: string, body?: unknown): Promise<unknown>;
  /** All events of a turn, to its end. */
  eventsOf(turnId: string): Promise<readonly unknown[]>;
  /** Ends all turns, and leaves nothing. */
  close(): Promise<void>;
}

export async function serveTurns(options: ServeTurnsOptions): Promise<ServedTurns> {
  const { scripts, policy, ...rest } = options;
  await testAgent('codex');
  const fixture = await createTurnFixture();
  const before = process.env.DRAGOMAN_CACHE;
  process.env.DRAGOMAN_CACHE = testCacheDirectory();
  const agents = Object.entries(scripts).map(([name, script]) => {
    const access = { kind: 'script' as const, script: defineScript(script) };
    return [name, { agent: 'codex', access }] as const;
  });
  const server = createServer({
    stateDirectory: fixture.stateDirectory,
    ...rest,
    policy: {
      agents: Object.fromEntries(agents),
      workspaces: { app: { path: fixture.workspace } },
      sandbox: 'process',
      ...policy,
    },
  });
  const { url, close } = await listen(server);
  return {
    url,
    async ask(path, body) {
      const headers = { 'content-type': 'application/json', prefer: 'respond-async' };
      const sent = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${url}${path}`, body === undefined ? {} : sent);
      return response.json();
    },
    async eventsOf(turnId) {
      const response = await fetch(`${url}/v1/turns/${turnId}/events`);
      const lines = (await response.text()).split('\n').filter(Boolean);
      return lines.map((line): unknown => JSON.parse(line));
    },
    async close() {
      await close();
      if (before === undefined) delete process.env.DRAGOMAN_CACHE;
      else process.env.DRAGOMAN_CACHE = before;
      await fixture.remove();
    },
  };
}
