import { defineScript, type WrittenScript } from '@dragoman/gateway';
import { type JournaledEvent, parseEvent, parseJson } from '@dragoman/protocol';
import {
  createTurnFixture,
  type TurnFixture,
  testAgent,
  testCacheDirectory,
} from '@dragoman/testkit';
import { vi } from 'vitest';
import type { DragomanServer, RequestLog, ServerOptions, ServerPolicy } from '../src/contract.js';
import { createServer } from '../src/create-server.js';

/** A server whose Codex follows a script, and what a test asks of it. */
export interface ServerFixture extends TurnFixture {
  readonly server: DragomanServer;
  readonly log: readonly RequestLog[];
  /** Another server on the same state folder, as after a restart. */
  again(): DragomanServer;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Closes the servers and removes the folders. */
  remove(): Promise<void>;
}

export interface FixtureOptions extends Partial<Omit<ServerOptions, 'policy'>> {
  readonly script?: WrittenScript;
  readonly policy?: Partial<ServerPolicy>;
}

/** Turns run unconfined here: what confines them is tested where it is made. */
export async function createServerFixture(given: FixtureOptions = {}): Promise<ServerFixture> {
  const { script = { steps: [{ say: 'Hello.' }] }, policy, ...options } = given;
  await testAgent('codex');
  const fixture = await createTurnFixture();
  vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
  const log: RequestLog[] = [];
  const made: DragomanServer[] = [];
  const again = (): DragomanServer => {
    const server = createServer({
      stateDirectory: fixture.stateDirectory,
      log: (line) => log.push(line),
      ...options,
      policy: {
        agents: { codex: { access: { kind: 'script', script: defineScript(script) } } },
        workspaces: { app: { path: fixture.workspace } },
        sandbox: 'process',
        ...policy,
      },
    });
    made.push(server);
    return server;
  };
  const server = again();
  return {
    ...fixture,
    server,
    log,
    again,
    get: (path, headers = {}) => server.fetch(new Request(`http://localhost${path}`, { headers })),
    post: (path, body, headers = {}) => server.fetch(postRequest(path, body, headers)),
    async remove() {
      await Promise.all(made.map((one) => one.close()));
      vi.unstubAllEnvs();
      await fixture.remove();
    },
  };
}

export function postRequest(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Request {
  return new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** The events of a response, to its end. */
export async function eventsOf(response: Response): Promise<readonly JournaledEvent[]> {
  return (await response.text()).split('\n').filter(Boolean).map(eventIn);
}

/** An event as it stands in the journal; what isn't one fails the test. */
export function eventIn(line: string): JournaledEvent {
  const json = parseJson(line);
  const parsed = parseEvent(json.ok ? json.value : undefined);
  if (!parsed.ok || parsed.event.seq === undefined) throw new Error(`No event: ${line}`);
  return { ...parsed.event, seq: parsed.event.seq, ts: parsed.event.ts ?? '' };
}
