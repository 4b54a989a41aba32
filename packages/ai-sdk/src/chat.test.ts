import type { WrittenScript } from '@dragoman/gateway';
import { ChatState, INSTALL_TIMEOUT_MS, waitUntil } from '@dragoman/testkit';
import * as six from 'ai-v6';
import * as seven from 'ai-v7';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { calls, receivedIn, weather } from '../test-inputs/caller-tools.js';
import { type ChatServer, startChatServer } from '../test-inputs/chat-server.js';

import { createModelFixture, type ModelFixture } from '../test-inputs/model-fixture.js';
import { createDragoman } from './v3/create-dragoman.js';
import { createDragoman as createDragomanV4 } from './v4/create-dragoman.js';

vi.setConfig({ testTimeout: 180_000 });

let fixture: ModelFixture;

beforeAll(async () => {
  fixture = await createModelFixture('codex');
}, INSTALL_TIMEOUT_MS);

afterAll(() => fixture.remove());

const { execute: _execute, ...inBrowser } = weather;
const tools = { weather: { ...weather, needsApproval: true }, position: inBrowser };

const read = async <Message>(request: Request): Promise<{ messages: Message[]; id: string }> =>
  JSON.parse(await request.text());

/** Route handlers as one would write them; each makes its model anew. */
const HANDLERS = {
  'ai 6': (script: () => WrittenScript) => async (request: Request) => {
    const { messages, id } = await read<six.UIMessage>(request);
    const result = six.streamText({
      model: createDragoman(fixture.settings(script()))('codex'),
      messages: await six.convertToModelMessages(messages, { ignoreIncompleteToolCalls: true }),
      tools,
      stopWhen: six.stepCountIs(9),
      abortSignal: request.signal,
      providerOptions: { dragoman: { conversation: `ada/${id}` } },
    });
    return result.toUIMessageStreamResponse({ originalMessages: messages });
  },
  'ai 7': (script: () => WrittenScript) => async (request: Request) => {
    const { messages, id } = await read<seven.UIMessage>(request);
    const { stream } = seven.streamText({
      model: createDragomanV4(fixture.settings(script()))('codex'),
      messages: await seven.convertToModelMessages(messages, { ignoreIncompleteToolCalls: true }),
      tools,
      stopWhen: seven.isStepCount(9),
      abortSignal: request.signal,
      providerOptions: { dragoman: { conversation: `ada/${id}` } },
    });
    return seven.createUIMessageStreamResponse({
      stream: seven.toUIMessageStream({ stream, originalMessages: messages }),
    });
  },
};

interface Answering {
  readonly api: string;
  /** What the page gives for a call; nothing where it has no answer yet. */
  readonly answer: (toolName: string) => unknown;
}

/** The chat of `useChat` in either version. */
const CHATS = {
  'ai 6': ({ api, answer }: Answering) => {
    class Chat extends six.AbstractChat<six.UIMessage> {}
    const chat: Chat = new Chat({
      state: new ChatState<six.UIMessage>(),
      transport: new six.DefaultChatTransport({ api }),
      sendAutomaticallyWhen: (options) =>
        six.lastAssistantMessageIsCompleteWithToolCalls(options) ||
        six.lastAssistantMessageIsCompleteWithApprovalResponses(options),
      onToolCall({ toolCall: { toolName: tool, toolCallId } }) {
        const output = answer(tool);
        if (output !== undefined) void chat.addToolOutput({ tool, toolCallId, output });
      },
    });
    return chat;
  },
  'ai 7': ({ api, answer }: Answering) => {
    class Chat extends seven.AbstractChat<seven.UIMessage> {}
    const chat: Chat = new Chat({
      state: new ChatState<seven.UIMessage>(),
      transport: new seven.DefaultChatTransport({ api }),
      sendAutomaticallyWhen: (options) =>
        seven.lastAssistantMessageIsCompleteWithToolCalls(options) ||
        seven.lastAssistantMessageIsCompleteWithApprovalResponses(options),
      onToolCall({ toolCall: { toolName: tool, toolCallId } }) {
        const output = answer(tool);
        if (output !== undefined) void chat.addToolOutput({ tool, toolCallId, output });
      },
    });
    return chat;
  },
};

/** The approval that a message asks for, where it does. */
function approvalIn(message: { parts: readonly object[] } | undefined): string | undefined {
  const asking = z.object({
    state: z.literal('approval-requested'),
    approval: z.object({ id: z.string() }),
  });
  return message?.parts.map((part) => asking.safeParse(part).data?.approval.id).find(Boolean);
}

const WORK: WrittenScript = {
  steps: [
    [{ run: 'echo own' }, calls('position', { city: '?' })],
    calls('weather', { city: 'Smyrna' }),
    calls('position', { city: '!' }),
    { say: 'It is blue where you are.' },
  ],
};

describe.each(['ai 6', 'ai 7'] as const)('with %s', (version) => {
  let server: ChatServer;
  let script = WORK;

  beforeAll(async () => {
    server = await startChatServer(HANDLERS[version](() => script));
  });
  afterAll(() => server.close());

  test('a chat answers and approves the calls of its agent, and goes on by itself', async () => {
    const chat = CHATS[version]({ api: server.url, answer: () => ({ latitude: 38.4 }) });
    await chat.sendMessage({ text: 'How is it here?' });
    const id = await waitUntil('an approval is asked for', () => approvalIn(chat.lastMessage));
    void chat.addToolApprovalResponse({ id, approved: true });
    const said = () => JSON.stringify(chat.lastMessage);
    await expect.poll(said, { timeout: 60_000 }).toContain('It is blue where you are.');
    await expect.poll(() => chat.status, { timeout: 60_000 }).toBe('ready');
    expect(chat.error).toBeUndefined();
    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    const parts = chat.lastMessage?.parts ?? [];
    const shown = parts.map((part) =>
      'state' in part && 'toolCallId' in part ? `${part.type} ${part.state}` : part.type,
    );
    expect(shown.filter((type) => type !== 'step-start')).toEqual([
      'dynamic-tool output-available',
      'tool-position output-available',
      'tool-weather output-available',
      'tool-position output-available',
      'text',
    ]);
    expect(server.requests).toBe(4);
    const received = await receivedIn(fixture);
    expect(received.at(-1)).toEqual([
      '{"latitude":38.4}',
      '{"sky":"blue over Smyrna"}',
      '{"latitude":38.4}',
    ]);
  });

  test('a new message while the page has not answered ends the agent that waits', async () => {
    const chat = CHATS[version]({ api: server.url, answer: () => undefined });
    await chat.sendMessage({ text: 'How is it here?' });
    expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ state: 'input-available' });
    expect(await fixture.remains()).not.toEqual([]);
    script = { steps: [{ say: 'As you like.' }] };
    await chat.sendMessage({ text: 'Never mind.' });
    expect(chat.error).toBeUndefined();
    expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ text: 'As you like.' });
    await expect.poll(() => fixture.remains(), { timeout: 60_000, interval: 200 }).toEqual([]);
  });
});
