import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCodexStdoutMapper } from '@dragoman/agents/codex';
import { defineScript } from '@dragoman/gateway';
import { testAgent, testCacheDirectory } from '@dragoman/testkit';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';
import { listTurns } from '../turn/list-turns.js';
import type { BaseChatRequest, ChatAgent } from './chat-agent.js';
import { createChatAgent } from './create-chat-agent.js';
import { type RunChatOptions, runChat } from './run-chat.js';

const WAITING = { timeout: 30_000, interval: 20 };

const fixture = fixtureOfFile();

const request = z.object({ message: z.string().min(1), volume: z.number().optional() });

/** An agent of somebody's own: a shell that runs what the message says. */
const shell: ChatAgent<z.infer<typeof request> & BaseChatRequest> = {
  requestSchema: request,
  prepareSandbox: async ({ sandbox }) =>
    sandbox.writeFile(`${sandbox.inside.home}/greeting`, 'from HOME'),
  createCommand: ({ input }) => ({ cmd: 'sh', args: ['-s'], stdin: input.message }),
};

function run<Request extends BaseChatRequest>(
  options: Pick<RunChatOptions<Request>, 'agent' | 'input'> & Partial<RunChatOptions<Request>>,
): Promise<Response> {
  const { stateDirectory, workspace: cwd } = fixture;
  return runChat({ sandbox: 'process', stateDirectory, cwd, ...options });
}

async function eventsOf(response: Response): Promise<Record<string, unknown>[]> {
  const lines = (await response.text()).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** Without what the journal adds. */
async function storyOf(response: Response): Promise<Record<string, unknown>[]> {
  return (await eventsOf(response)).map(({ seq: _seq, ts: _ts, ...event }) => event);
}

test('a turn is a response of NDJSON: the sandbox first, the end last', async () => {
  const response = await run({
    agent: shell,
    input: { message: `echo '{"type":"message","role":"assistant","content":"Hi","delta":false}'` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
  const events = await eventsOf(response);
  expect(events.map(({ type, role }) => role ?? type)).toEqual([
    ...['sandbox', 'init', 'user', 'assistant', 'changes', 'end'],
  ]);
  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(events.at(-1)).toMatchObject({ status: 'success', exit_code: 0 });
});

test('a request that the schema refuses is a 400, and nothing has begun', async () => {
  const before = await listTurns(fixture.stateDirectory);
  const response = await run({ agent: shell, input: { message: '', volume: 'loud' } });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    ok: false,
    errorCode: 'INVALID_REQUEST',
    message: expect.stringMatching(/message: .*volume: /),
  });
  expect(await listTurns(fixture.stateDirectory)).toEqual(before);
});

test('a reader whose events are not what their type says ends the turn as failed', async () => {
  const events = await storyOf(
    await run({
      agent: {
        ...shell,
        name: 'own',
        prepare: async () => ({
          createEventReader: () => ({
            push: () => [{ type: 'init', session_id: 5 }],
            flush: () => [],
            unparsed: () => 0,
          }),
        }),
      },
      input: { message: 'echo something' },
    }),
  );
  expect(events.at(-1)).toMatchObject({ status: 'failed', code: 'invalid_event' });
  const [turn] = (await listTurns(fixture.stateDirectory)).slice(-1);
  expect(turn).toMatchObject({ state: 'failed' });
  expect(turn?.sessionId).toBeUndefined();
});

test('without a mapper objects pass as they are, but what only the turn may say, and what is none is raw', async () => {
  const message = `
    echo '{"type":"my.own","deep":{"x":[1]}}'
    echo 'not json'
    echo '[1]'
    echo '{"type":"message","role":7}'
    echo '{"type":"sandbox","sandbox_id":"elsewhere"}'
    echo '{"type":"tool_request","requestId":"1","tool_name":"nobody asked for"}'
    echo '{"type":"snapshot_request","requestId":"2","instruction":"nobody asked for"}'
    echo '{"type":"execute_request","requestId":"3","actions":[],"fields":[]}'
    echo '{"type":"tool_answer","requestId":"1","status":"success"}'
    echo '{"type":"artifact","path":"nobody.made","size_bytes":1}'
    printf '{"type":"end","status":"success"}\\n{"type":"stderr","content":"no newline"}'
    exit 4
  `;
  const story = await storyOf(await run({ agent: shell, input: { message } }));
  expect(story.slice(3)).toMatchObject([
    { type: 'my.own', deep: { x: [1] } },
    { type: 'raw', native: 'not json' },
    { type: 'raw', native: [1] },
    { type: 'raw', native: { type: 'message', role: 7 } },
    { type: 'stderr', content: 'no newline' },
    { type: 'changes', files: [] },
    { type: 'end', status: 'failed', exit_code: 4 },
  ]);
});

test('a line that its program died over is no event', async () => {
  const message = `printf '{"type":"message","role":"assi'; kill -9 $$`;
  const story = await storyOf(await run({ agent: shell, input: { message } }));
  expect(story.slice(3)).toMatchObject([
    { type: 'raw', native: '{"type":"message","role":"assi' },
    { type: 'changes', files: [] },
    { type: 'end', status: 'failed', exit_code: null, signal: 'SIGKILL' },
  ]);
});

test('the program has its HOME, its stdin, and nothing of this process around it', async () => {
  vi.stubEnv('SECRET_OF_THE_SERVER', 'canary');
  const message = 'cat "$HOME/greeting" >&2; env >&2; pwd >&2';
  const story = await storyOf(await run({ agent: shell, input: { message } }));
  vi.unstubAllEnvs();
  const printed = story
    .flatMap(({ type, content }) => (type === 'stderr' ? [content] : []))
    .join('');
  expect(printed).toContain('from HOME');
  expect(printed).toContain(fixture.workspace);
  expect(printed).not.toContain('canary');
});

describe('a mapper', () => {
  const mapped = (message: string, mapper = createCodexStdoutMapper) =>
    run({ agent: { ...shell, createStdoutMapper: mapper }, input: { message } }).then(storyOf);

  test('turns what the program prints into lines, and is flushed before the end', async () => {
    const lines = [
      { type: 'thread.started', thread_id: 'thread-abc-123' },
      { type: 'session.created', id: 'session-1', model: 'codex-small' },
      { type: 'message.output_text.delta', delta: 'Hello' },
      { type: 'message.output_text.done', text: '!' },
      { type: 'error', message: 'Oops' },
      { type: 'message.output_text.delta', delta: 'end' },
    ].map((line) => JSON.stringify(line));
    const story = await mapped(`printf '%s' '${lines.join('\n')}'`);
    expect(story.slice(3, -2)).toEqual([
      { type: 'init', session_id: 'thread-abc-123' },
      { type: 'init', modelId: 'codex-small' },
      { type: 'message', role: 'assistant', content: 'Hello', delta: true },
      { type: 'message', role: 'assistant', content: '!', delta: false },
      { type: 'stderr', content: 'Oops' },
      { type: 'message', role: 'assistant', content: 'end', delta: true },
    ]);
    expect(story.at(-1)).toMatchObject({ type: 'end' });
  });

  test('that throws ends the turn as failed, and its program', async () => {
    const broken = () => ({
      ...createCodexStdoutMapper(),
      push: () => {
        throw new Error('the mapper is broken');
      },
    });
    const story = await mapped('echo started; sleep 300', broken);
    expect(story.at(-1)).toMatchObject({
      type: 'end',
      status: 'failed',
      reason: expect.stringContaining('the mapper is broken'),
    });
  });
});

test.each(['prepareSandbox', 'createCommand'] as const)(
  'when %s fails nothing is started',
  async (stage) => {
    const agent = {
      ...shell,
      [stage]: () => {
        throw new Error(`no ${stage}`);
      },
    };
    const story = await storyOf(await run({ agent, input: { message: 'touch never' } }));
    expect(story.at(-1)).toMatchObject({
      type: 'end',
      status: 'not_started',
      reason: `no ${stage}`,
    });
    await expect(access(join(fixture.workspace, 'never'))).rejects.toThrow();
  },
);

test('a client that goes away ends nothing', async () => {
  const response = await run({
    agent: shell,
    input: { message: 'while [ ! -e gone ]; do sleep 0.05; done; echo on > went' },
  });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  const { writeFile } = await import('node:fs/promises');
  await writeFile(join(fixture.workspace, 'gone'), '');
  await vi.waitFor(
    async () => expect(await readFile(join(fixture.workspace, 'went'), 'utf8')).toBe('on\n'),
    WAITING,
  );
  await vi.waitFor(async () => {
    const turns = await listTurns(fixture.stateDirectory);
    expect(turns.at(-1)?.state).toBe('success');
  }, WAITING);
});

test('the signal ends it, and a signal that has aborted starts nothing', async () => {
  const controller = new AbortController();
  const response = await run({
    agent: shell,
    input: { message: 'touch running; sleep 300' },
    signal: controller.signal,
  });
  await vi.waitFor(() => access(join(fixture.workspace, 'running')), WAITING);
  controller.abort();
  expect((await storyOf(response)).at(-1)).toMatchObject({ type: 'end', status: 'canceled' });
  const none = await run({
    agent: shell,
    input: { message: 'touch never' },
    signal: controller.signal,
  });
  expect(await storyOf(none)).toMatchObject([{ type: 'end', status: 'canceled' }]);
});

test('an agent of the registry is one, too', async () => {
  await testAgent('codex');
  const agent = createChatAgent('codex', { cacheDir: testCacheDirectory() });
  const script = defineScript({ steps: [{ say: 'Hello from a script.' }] });
  const story = await storyOf(
    await run({ agent, input: { message: 'Say hello.' }, access: { kind: 'script', script } }),
  );
  expect(story.map(({ type }) => type)).toEqual([
    'sandbox',
    'init',
    'message',
    'init',
    'turn',
    'message',
    'usage',
    'turn',
    'changes',
    'end',
  ]);
  expect(story).toContainEqual(expect.objectContaining({ content: 'Hello from a script.' }));
  expect(story.at(-1)).toMatchObject({ status: 'success' });
  const refused = run({ agent, input: { message: 'Hi', session_id: 'none' } });
  await expect(refused).rejects.toMatchObject({ code: 'access_missing' });
});
