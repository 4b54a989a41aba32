import { defineScript } from '@dragoman/gateway';
import { parseJson } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { ServerPolicy } from '@dragoman/server';
import { waitUntil } from '@dragoman/testkit';
import { postJson, postTurn, readLines } from '../server/read-lines.js';
import { scriptedPolicy } from '../server/server-fixture.js';
import { startServer } from '../server/start-server.js';
import { createFaultFixture, type FaultFixture } from './fault-fixture.js';
import { remainsAtLast } from './run-fault.js';

const TURNS = 30;
/** Every third is done soon; the others are at work for as long as they may be. */
export const agentOf = (number: number): string => (number % 3 === 0 ? 'brief' : 'codex');

/** A client of one turn, and the lines that it has. */
interface Client {
  readonly number: number;
  readonly lines: string[];
  turnId: string;
  /** Resolves when its connection is over, however. */
  reading: Promise<void>;
}

/**
 * A server that is killed while its turns are at different points, and the next one on its folder: all
 * turns have one end, clients that come back get what they miss, and the conversations go on.
 */
export async function killedServer(): Promise<readonly string[]> {
  const fixture = await createFaultFixture({});
  try {
    return await watchKill(fixture);
  } catch (error) {
    return [errorMessage(error)];
  } finally {
    await fixture.remove();
  }
}

async function watchKill(fixture: FaultFixture): Promise<readonly string[]> {
  const request = { stateDirectory: fixture.stateDirectory, policy: stallingPolicy(fixture) };
  const environment = { TMPDIR: fixture.temporary };
  const first = await startServer(request, environment);
  const clients = Array.from({ length: TURNS }, (_, number) => startClient(first.url, number));
  await waitUntil('turns are at work', () => {
    const isFar = ({ lines }: Client) => lines.some((line) => line.includes('"tool_result"'));
    return clients.every(({ turnId }) => turnId !== '') && clients.filter(isFar).length > TURNS / 3;
  });
  await first.kill();
  await Promise.all(clients.map(({ reading }) => reading));
  const isOpen = ({ lines }: Client) => !lines.some((line) => line.startsWith('{"type":"end"'));
  const open = clients.filter(isOpen).length;
  if (open < TURNS / 2) throw new Error(`only ${open} turns were at work when it was killed`);

  const second = await startServer(request, environment);
  try {
    await waitUntil('it is ready', async () => (await fetch(`${second.url}/ready`)).ok);
    const complaints = await Promise.all(clients.map((client) => readRest(second.url, client)));
    for (const client of clients) complaints.push(await goOn(second.url, client));
    await second.close();
    const left = await remainsAtLast(fixture);
    return [...complaints.flat(), ...left.map((what) => `left: ${what}`)];
  } finally {
    await second.kill();
  }
}

/** Agents that are done soon, and others that are at work for as long as they may be. */
export function stallingPolicy({ workspace, mark }: FaultFixture): ServerPolicy {
  const run = { run: `setsid sleep ${mark} >/dev/null 2>&1 & echo left` };
  const stalling = {
    steps: [run, { actions: [{ say: 'Never said.' }], fault: { stall: 'forever' as const } }],
  };
  const policy = scriptedPolicy(workspace, stalling);
  const script = defineScript({ steps: [run, { say: 'Done.' }] });
  const brief = { agent: 'codex', access: { kind: 'script' as const, script } };
  return { ...policy, agents: { ...policy.agents, brief }, permission: 'bypass' };
}

function bodyOf(number: number) {
  return { prompt: 'Go.', agent: agentOf(number), conversation: `chat ${number}` };
}

function startClient(url: string, number: number): Client {
  const client: Client = { number, lines: [], turnId: '', reading: Promise.resolve() };
  const read = async (): Promise<void> => {
    const response = await postTurn(url, bodyOf(number));
    client.turnId = response.headers.get('turn-id') ?? '';
    for await (const line of readLines(response)) client.lines.push(line);
  };
  // The server is killed: that the connection breaks is what is meant.
  client.reading = read().catch(() => {});
  return client;
}

/** Comes back with its cursor, and checks all that it has then. */
async function readRest(url: string, { number, turnId, lines }: Client): Promise<string[]> {
  const events = () => lines.map((line) => headOf(line)).filter(({ type }) => type !== 'ping');
  const after = events().at(-1)?.seq ?? 0;
  const response = await fetch(`${url}/v1/turns/${turnId}/events?after=${after}`);
  for await (const line of readLines(response)) lines.push(line);
  const all = events();
  const ends = all.filter(({ type }) => type === 'end').length;
  const isGapless = all.every(({ seq }, index) => seq === index + 1);
  return [
    ...(ends === 1 ? [] : [`turn ${number} has ${ends} ends`]),
    ...(isGapless ? [] : [`turn ${number} is not numbered one by one`]),
  ];
}

function headOf(line: string): { readonly type: unknown; readonly seq: unknown } {
  const json = parseJson(line);
  if (json.ok && typeof json.value === 'object' && json.value !== null) {
    const { type, seq } = json.value as { type?: unknown; seq?: unknown };
    return { type, seq };
  }
  return { type: 'no JSON', seq: undefined };
}

/** Its conversation takes another turn, which is canceled. */
async function goOn(url: string, { number }: Client): Promise<string[]> {
  const response = await postTurn(url, bodyOf(number), { prefer: 'respond-async' });
  const turnId = response.headers.get('turn-id');
  if (response.status !== 202) {
    return [`conversation ${number}: ${response.status} ${await response.text()}`];
  }
  const canceled = await postJson(`${url}/v1/turns/${turnId}/cancel`, {});
  return canceled.ok ? [] : [`turn ${number} can't be canceled: ${canceled.status}`];
}
