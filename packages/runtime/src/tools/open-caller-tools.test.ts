import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type LooseEvent, traitsOf } from '@dragoman/protocol/internal';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CallerTools, type CallerToolsOptions, openCallerTools } from './open-caller-tools.js';
import { writtenAnswer } from './tool-answer.js';

const WAITING = { timeout: 60_000, interval: 20 };

let folder: string;
let tools: CallerTools;
const seen: LooseEvent[] = [];
const problems: LooseEvent[] = [];
const clients: Socket[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-tools-'));
  await open();
});

async function open(more: Partial<CallerToolsOptions> = {}): Promise<void> {
  tools = await openCallerTools({
    socketPath: join(folder, 'caller.sock'),
    turnId: 'turn',
    tools: [{ name: 'word', description: 'Says a word.', inputSchema: { properties: {} } }],
    ...more,
  });
  tools.reportIn({
    append: (events) => void problems.push(...[events].flat()),
    appendPlain: (event) => void seen.push(event),
  });
}
afterEach(async () => {
  tools.close();
  for (const client of clients.splice(0)) client.destroy();
  for (const list of [seen, problems]) list.length = 0;
  await rm(folder, { recursive: true });
});

function isAsked({ type }: LooseEvent): boolean {
  return traitsOf(type)?.isRequest === true;
}

/** Somebody at the other end of the door, who says some lines at once. */
function come(...lines: readonly (string | object)[]) {
  const socket = connect(tools.socketPath);
  clients.push(socket);
  const heard: unknown[] = [];
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  createInterface({ input: socket }).on('line', (line) => heard.push(JSON.parse(line)));
  const say = (line: string | object) =>
    socket.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  for (const line of lines) say(line);
  return { socket, heard, gone, say };
}

function call(id: number, method: string, params: object = {}) {
  return { jsonrpc: '2.0', id, method, params };
}

const hello = call(0, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});

async function answerAll(output: string): Promise<void> {
  await vi.waitFor(() => expect(seen.some(isAsked)).toBe(true), WAITING);
  for (const event of seen.splice(0).filter(isAsked)) {
    expect(tools.requests.answer(String(event.requestId), writtenAnswer({ output }))).toBe('taken');
  }
}

test('who says the token is offered the tools and gets answers', async () => {
  const { heard, say } = come(tools.token, hello, call(1, 'tools/list'));
  await vi.waitFor(() => expect(heard).toHaveLength(2), WAITING);
  const inputSchema = { type: 'object', properties: {} };
  expect(heard[1]).toMatchObject({
    result: { tools: [{ name: 'word', description: 'Says a word.', inputSchema }] },
  });
  say(call(2, 'tools/call', { name: 'word', arguments: {} }));
  await answerAll('ocarina');
  await vi.waitFor(() => expect(heard).toHaveLength(3), WAITING);
  expect(heard[2]).toMatchObject({ id: 2, result: { content: [{ text: 'ocarina' }] } });
});

test('an agent that parses texts gets none that it would take for a structure, and refuse', async () => {
  tools.close();
  await open({ socketPath: join(folder, 'parsing.sock'), parsesToolTexts: true });
  for (const [words, result] of [
    ['[1]', { content: [{ text: '[1]' }], structuredContent: { result: [1] } }],
    ['plain', { content: [{ text: 'plain' }] }],
  ] as const) {
    const { heard } = come(tools.token, hello, call(1, 'tools/call', { name: 'word' }));
    await answerAll(words);
    await vi.waitFor(() => expect(heard).toHaveLength(2), WAITING);
    expect(heard[1]).toMatchObject({ result });
    expect(JSON.stringify(heard[1]).includes('structuredContent')).toBe(words === '[1]');
  }
});

test('anybody else is hung up on, having heard nothing', async () => {
  const wrong = `${tools.token.slice(0, -1)}_`;
  for (const line of [wrong, '', `${tools.token} `, 'x'.repeat(5000), 'GET / HTTP/1.1', hello]) {
    const { heard, gone } = come(line, hello);
    await gone;
    expect(heard).toEqual([]);
  }
  expect(seen).toEqual([]);
});

test('one without a newline is hung up on, too, once it is too long', async () => {
  const { socket, gone } = come();
  socket.write('x'.repeat(5000));
  await gone;
});

test('several are served at once, and garbage from one harms nobody', async () => {
  const first = come(tools.token, hello);
  const second = come(tools.token, hello);
  first.say('{"not": "closed"');
  first.say({ another: 'language' });
  first.say(call(1, 'tools/call', { name: 'another' }));
  first.say(call(2, 'tools/call', { name: 'word', arguments: ['no object'] }));
  second.say(call(1, 'tools/call', { name: 'word' }));
  await answerAll('still here');
  await vi.waitFor(
    () => expect([first.heard.length, second.heard.length]).toEqual([3, 2]),
    WAITING,
  );
  const unknown = [{ type: 'text', text: 'There is no tool another.' }];
  expect(first.heard).toContainEqual(
    expect.objectContaining({ id: 1, result: { isError: true, content: unknown } }),
  );
  expect(first.heard).toContainEqual(
    expect.objectContaining({ id: 2, error: expect.objectContaining({ code: -32602 }) }),
  );
  expect(second.heard[1]).toMatchObject({ result: { content: [{ text: 'still here' }] } });
  expect(problems).toMatchObject([{ type: 'error', fatal: false, code: 'caller_tools' }]);
});

test('a request ends with whoever made it, be it canceled or gone', async () => {
  const { socket, say } = come(tools.token, hello);
  for (const leave of [
    () => say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
    () => socket.destroy(),
  ]) {
    say(call(1, 'tools/call', { name: 'word' }));
    await vi.waitFor(() => expect(seen).toHaveLength(1), WAITING);
    const [event] = seen.splice(0);
    const requestId = String(event?.requestId);
    leave();
    await vi.waitFor(() => expect(seen).toHaveLength(1), WAITING);
    expect(seen.splice(0)).toEqual([{ type: 'tool_answer', requestId, status: 'expired' }]);
    expect(tools.requests.answer(requestId, { json: '1' })).toBe('late');
  }
});
