import { defineScript, type WrittenScript } from '@dragoman/gateway';
import { type JournaledEvent, parseEvent, parseJson } from '@dragoman/protocol';
import {
  errorBody,
  type TurnPage,
  type TurnResource,
  turnPage,
  turnResource,
} from '@dragoman/protocol/http';
import type { ModelAccess } from '@dragoman/runtime';
import {
  createTurnFixture,
  type TurnFixture,
  testAgent,
  testCacheDirectory,
  waitUntil,
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
  /** Begins a turn of `asking`, and waits until it waits for an answer. */
  ask(body?: object, headers?: Readonly<Record<string, string>>): Promise<AskingTurn>;
  /** Closes the servers and removes the folders. */
  remove(): Promise<void>;
}

/** An agent that asks its caller, and then is done. */
const ASKER = {
  agent: 'codex',
  access: scripted({
    steps: [
      { mcp: { server: 'caller', tool: 'ask', arguments: { question: 'Which?' } } },
      { say: 'Thank you.' },
    ],
  }),
};

/** The body of a turn of that agent. */
export const asking = {
  agent: 'asker',
  prompt: 'Ask me.',
  tools: [{ name: 'ask', input_schema: { type: 'object' } }],
} as const;

function scripted(script: WrittenScript): ModelAccess {
  return { kind: 'script', script: defineScript(script) };
}

/** A turn that waits for an answer. */
export interface AskingTurn {
  readonly id: string;
  readonly requestId: string;
}

export interface FixtureOptions extends Partial<Omit<ServerOptions, 'policy'>> {
  readonly script?: WrittenScript;
  readonly policy?: Partial<ServerPolicy>;
  /** The folder of the workspace in which turns leave artifacts. */
  readonly artifacts?: string;
}

/** Turns run unconfined here: what confines them is tested where it is made. */
export async function createServerFixture(given: FixtureOptions = {}): Promise<ServerFixture> {
  const { script = { steps: [{ say: 'Hello.' }] }, policy, artifacts, ...options } = given;
  const { basePath = '' } = options;
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
        agents: { codex: { access: scripted(script) }, asker: ASKER },
        workspaces: { app: { path: fixture.workspace, ...(artifacts && { artifacts }) } },
        sandbox: 'process',
        ...policy,
      },
    });
    made.push(server);
    return server;
  };
  const server = again();
  const get: ServerFixture['get'] = (path, headers = {}) =>
    server.fetch(new Request(`http://localhost${path}`, { headers }));
  const post: ServerFixture['post'] = (path, body, headers = {}) =>
    server.fetch(postRequest(path, body, headers));
  return {
    ...fixture,
    server,
    log,
    again,
    get,
    post,
    async ask(body = {}, headers = {}) {
      const began = await post(
        `${basePath}/v1/turns`,
        { ...asking, ...body },
        { ...headers, prefer: 'respond-async' },
      );
      const id = began.headers.get('turn-id') ?? '';
      const requestId = await waitUntil('the agent asks', async () => {
        const { requests } = await turnIn(await get(`${basePath}/v1/turns/${id}`, headers));
        return requests[0]?.requestId;
      });
      return { id, requestId };
    },
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

/** A turn, as a response shows it. */
export async function turnIn(response: Response): Promise<TurnResource> {
  return turnResource.parse(await response.json());
}

/** A page of turns. */
export async function turnsIn(response: Response): Promise<TurnPage> {
  return turnPage.parse(await response.json());
}

/** The status and the code of a refusal. */
export async function refusalIn(response: Response): Promise<readonly [number, string]> {
  const { errorCode } = errorBody.parse(await response.json());
  return [response.status, errorCode];
}

/** An event as it stands in the journal; what isn't one fails the test. */
export function eventIn(line: string): JournaledEvent {
  const json = parseJson(line);
  const parsed = parseEvent(json.ok ? json.value : undefined);
  if (!parsed.ok || parsed.event.seq === undefined) throw new Error(`No event: ${line}`);
  return { ...parsed.event, seq: parsed.event.seq, ts: parsed.event.ts ?? '' };
}
