import { createUiMapper } from '@dragoman/ai-sdk/ui';
import { defineScript, type WrittenScript } from '@dragoman/gateway';
import { turnPage } from '@dragoman/protocol/http';
import { createServer, type DragomanServer } from '@dragoman/server';
import { type ListeningServer, listen } from '@dragoman/server/node';
import {
  ChatState,
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  type TurnFixture,
  testAgent,
  testCacheDirectory,
} from '@dragoman/testkit';
import * as six from 'ai-v6';
import * as seven from 'ai-v7';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

const calls = (city: string) => ({
  mcp: { server: 'caller', tool: 'weather', arguments: { city } },
});
const script: WrittenScript = {
  usage: { input: 100, output: 10 },
  steps: [
    [{ think: 'I ask.' }, { run: 'echo own' }, calls('Smyrna')],
    calls('Atlantis'),
    { say: 'Blue, and gone.' },
  ],
};
const tools = [
  {
    name: 'weather',
    description: 'The weather in a city.',
    input_schema: { type: 'object', properties: { city: { type: 'string' } } },
  },
];

let fixture: TurnFixture;
let server: DragomanServer;
let listening: ListeningServer;

beforeAll(async () => {
  await testAgent('codex');
  fixture = await createTurnFixture();
  vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
  server = createServer({
    stateDirectory: fixture.stateDirectory,
    policy: {
      agents: { codex: { access: { kind: 'script', script: defineScript(script) } } },
      workspaces: { app: { path: fixture.workspace } },
      sandbox: 'process',
    },
    uiMapper: createUiMapper,
  });
  listening = await listen(server);
}, INSTALL_TIMEOUT_MS);

afterAll(async () => {
  await listening.close();
  vi.unstubAllEnvs();
  await fixture.remove();
});

/** What a page does with a call: it answers, or leaves it for later. */
type Answer = (city: unknown) => { output: unknown } | { errorText: string } | undefined;

interface Page {
  readonly id: string;
  readonly answer?: Answer;
  readonly messages?: readonly unknown[];
}

/** The chat of `useChat`, in both versions, as a page has it. */
const CHATS = {
  'ai 6': ({ id, answer, messages = [] }: Page) => {
    class Chat extends six.AbstractChat<six.UIMessage> {}
    const state = new ChatState<six.UIMessage>();
    state.messages = [...messages] as six.UIMessage[];
    const chat: Chat = new Chat({
      id,
      state,
      transport: new six.DefaultChatTransport({ api: `${listening.url}/v1/chat`, body: { tools } }),
      sendAutomaticallyWhen: six.lastAssistantMessageIsCompleteWithToolCalls,
      onToolCall({ toolCall: { toolName: tool, toolCallId, input } }) {
        const given = answerTo(answer, input);
        if (given === undefined) return;
        void ('errorText' in given
          ? chat.addToolOutput({ tool, toolCallId, state: 'output-error', ...given })
          : chat.addToolOutput({ tool, toolCallId, ...given }));
      },
    });
    return chat;
  },
  'ai 7': ({ id, answer, messages = [] }: Page) => {
    class Chat extends seven.AbstractChat<seven.UIMessage> {}
    const state = new ChatState<seven.UIMessage>();
    state.messages = [...messages] as seven.UIMessage[];
    const chat: Chat = new Chat({
      id,
      state,
      transport: new seven.DefaultChatTransport({
        api: `${listening.url}/v1/chat`,
        body: { tools },
      }),
      sendAutomaticallyWhen: seven.lastAssistantMessageIsCompleteWithToolCalls,
      onToolCall({ toolCall: { toolName: tool, toolCallId, input } }) {
        const given = answerTo(answer, input);
        if (given === undefined) return;
        void ('errorText' in given
          ? chat.addToolOutput({ tool, toolCallId, state: 'output-error', ...given })
          : chat.addToolOutput({ tool, toolCallId, ...given }));
      },
    });
    return chat;
  },
};

function answerTo(answer: Answer | undefined, input: unknown) {
  return answer?.(input !== null && typeof input === 'object' && 'city' in input && input.city);
}

type Part = Readonly<Record<string, unknown>> & { readonly type: string };

function partsOf(message: { readonly parts: readonly object[] } | undefined): readonly Part[] {
  return (message?.parts ?? []) as readonly Part[];
}

/** A message as its reader sees it: kinds of parts, with what became of calls. */
function shape(message: { readonly parts: readonly object[] } | undefined): readonly string[] {
  return partsOf(message).map(({ type, state, text }) =>
    [type, type === 'text' ? text : type.includes('tool') ? state : ''].filter(Boolean).join(' '),
  );
}

const WHOLE = [
  'step-start',
  'reasoning',
  'dynamic-tool output-available',
  'tool-weather output-available',
  'step-start',
  'tool-weather output-error',
  'step-start',
  'text Blue, and gone.',
];

describe.each(['ai 6', 'ai 7'] as const)('useChat of %s', (version) => {
  const id = version.replace(' ', '-');

  test('answers calls of the agent in one message, which a page that comes back has whole', async () => {
    const first = CHATS[version]({
      id,
      answer: (city) => (city === 'Smyrna' ? { output: { sky: 'blue' } } : undefined),
    });
    await first.sendMessage({ text: 'How is the weather?' });
    // It has answered the first call by itself, and leaves the second to a page that comes back.
    await vi.waitFor(() => {
      expect(shape(first.lastMessage).at(-1)).toBe('tool-weather input-available');
      expect(first.status).toBe('ready');
    }, 30_000);
    expect(first.messages).toHaveLength(2);

    const [question] = first.messages;
    const reloaded = CHATS[version]({
      id,
      messages: [question],
      answer: (city) => (city === 'Atlantis' ? { errorText: 'Atlantis is gone.' } : undefined),
    });
    await reloaded.resumeStream();
    await vi.waitFor(() => {
      expect(shape(reloaded.lastMessage)).toEqual(WHOLE);
      expect(reloaded.status).toBe('ready');
    }, 30_000);
    expect(reloaded.messages).toHaveLength(2);
    expect(reloaded.lastMessage?.id).toBe(first.lastMessage?.id);
    const answers = partsOf(reloaded.lastMessage).filter(({ type }) => type === 'tool-weather');
    expect(answers).toMatchObject([
      { output: { sky: 'blue' } },
      { errorText: 'Atlantis is gone.' },
    ]);

    const over = await fetch(`${listening.url}/v1/chat/${id}/stream`);
    expect(over.status).toBe(204);
  });

  test('goes on with the session, and stops it', async () => {
    const known = await fetch(`${listening.url}/v1/turns?conversation=${id}`);
    const [before] = turnPage.parse(await known.json()).turns;
    const chat = CHATS[version]({ id });
    await chat.sendMessage({ text: 'And tomorrow?' });
    const stopped = await fetch(`${listening.url}/v1/chat/${id}/stop`, { method: 'POST' });
    expect(await stopped.json()).toMatchObject({
      state: 'canceled',
      session_id: before?.session_id,
      conversation: id,
    });
    const response = await fetch(`${listening.url}/v1/chat/${id}/stream`);
    expect(response.status).toBe(204);
  });
});

test('an agent is not asked to take back what it did', async () => {
  const chat = CHATS['ai 6']({ id: 'ai-6' });
  chat.messages = [
    { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Go.' }] },
    { id: 'm2', role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] },
  ];
  await chat.regenerate();
  expect(chat.error?.message).toContain('regenerate_unsupported');
});
