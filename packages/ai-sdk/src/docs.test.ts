import type { WrittenScript } from '@dragoman/gateway';
import * as runtime from '@dragoman/runtime';
import { ChatState, INSTALL_TIMEOUT_MS, runReadmeExample } from '@dragoman/testkit';
import * as six from 'ai-v6';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as zod from 'zod';
import { calls, receivedIn } from '../test-inputs/caller-tools.js';
import { startChatServer } from '../test-inputs/chat-server.js';
import { createModelFixture, type ModelFixture } from '../test-inputs/model-fixture.js';
import { createDragoman } from './v3/create-dragoman.js';

vi.setConfig({ testTimeout: 120_000 });

let fixture: ModelFixture;

beforeAll(async () => {
  fixture = await createModelFixture('codex');
}, INSTALL_TIMEOUT_MS);

afterAll(() => fixture.remove());

const page = new URL('../../../docs/ai-sdk/tools.md', import.meta.url);

/** Runs an example of the page with an agent whose model follows a script. */
async function run(
  under: string,
  steps: WrittenScript['steps'],
  results: readonly string[],
  more: Readonly<Record<string, object>> = {},
) {
  const modules = {
    ai: six,
    zod,
    '@dragoman/runtime': runtime,
    '@dragoman/ai-sdk': {
      createDragoman: ({ cwd }: { cwd: string }) =>
        createDragoman({ ...fixture.settings({ steps }), cwd }),
    },
    ...more,
  };
  return runReadmeExample(page, modules, results, {
    under,
    given: { project: fixture.workspace, user: { id: 'ada' } },
  });
}

class Chat extends six.AbstractChat<six.UIMessage> {}

test('On the server', async () => {
  const steps = [calls('weather', { city: 'Smyrna' }), { say: 'It is blue.' }];
  expect(await run('On the server', steps, ['text'])).toEqual({ text: 'It is blue.' });
  expect((await receivedIn(fixture)).at(-1)).toEqual(['{"sky":"blue over Smyrna"}']);
});

test('In the browser, and in the page', async () => {
  const steps = [calls('position'), { say: 'You are in Smyrna.' }];
  const { POST } = await run('In the browser', steps, ['POST']);
  if (typeof POST !== 'function') throw new Error('The example has no handler.');
  const server = await startChatServer(async (request) => POST(request));
  try {
    const transport = new six.DefaultChatTransport({ api: server.url });
    const useChat = (options: six.ChatInit<six.UIMessage>) =>
      new Chat({ ...options, transport, state: new ChatState() });
    const { chat } = await run('In the page', [], ['chat'], { '@ai-sdk/react': { useChat } });
    if (!(chat instanceof Chat)) throw new Error('The example has no chat.');
    await chat.sendMessage({ text: 'Where am I?' });
    const said = () => JSON.stringify(chat.lastMessage);
    await expect.poll(said, { timeout: 60_000 }).toContain('You are in Smyrna.');
    await expect.poll(() => chat.status, { timeout: 60_000 }).toBe('ready');
  } finally {
    await server.close();
  }
  expect((await receivedIn(fixture)).at(-1)).toEqual(['{"latitude":38.4}']);
});

test('With approval', async () => {
  const steps = [calls('send', { to: 'Ada' }), { say: 'Another day.' }];
  expect(await run('With approval', steps, ['text'])).toEqual({ text: 'Another day.' });
  expect((await receivedIn(fixture)).at(-1)).toEqual([expect.stringContaining('Not today.')]);
});

test('Forms', async () => {
  const { tools } = await run('Forms', [], ['tools']);
  const steps = [calls('getFormSnapshot', { instruction: 'Fill it.' }), { say: 'Filled.' }];
  const model = createDragoman(fixture.settings({ steps }))('codex');
  const messages: six.ModelMessage[] = [{ role: 'user', content: 'Fill the form.' }];
  const asked = { model, tools: tools as six.ToolSet };
  const { toolCalls, response } = await six.generateText({ ...asked, messages });
  expect(toolCalls).toMatchObject([
    { toolName: 'getFormSnapshot', input: { instruction: 'Fill it.' } },
  ]);
  const [call] = toolCalls;
  messages.push(...response.messages, {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: call?.toolCallId ?? '',
        toolName: 'getFormSnapshot',
        output: { type: 'json', value: { fields: 'none' } },
      },
    ],
  });
  expect((await six.generateText({ ...asked, messages })).text).toBe('Filled.');
  expect((await receivedIn(fixture)).at(-1)).toEqual([expect.stringContaining('not valid')]);
});

test('nothing is left of any turn', async () => {
  await expect.poll(() => fixture.remains(), { timeout: 60_000, interval: 200 }).toEqual([]);
});
