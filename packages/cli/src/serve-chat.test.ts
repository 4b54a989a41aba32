import { createUiMapper } from '@dragoman/ai-sdk/ui';
import { defineScript, type WrittenScript } from '@dragoman/gateway';
import { turnPage } from '@dragoman/protocol/http';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { servedTurnsOfFile } from '../test-inputs/served-turns.js';
import { type Page, partsOf, shape, useChats } from '../test-inputs/use-chats.js';

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
const careful: WrittenScript = {
  steps: [[calls('Smyrna')], calls('Atlantis'), { say: 'One of two.' }],
};
const tools = [
  {
    name: 'weather',
    description: 'The weather in a city.',
    input_schema: { type: 'object', properties: { city: { type: 'string' } } },
  },
];

const served = servedTurnsOfFile({
  policy: {
    agents: {
      codex: { access: { kind: 'script', script: defineScript(script) } },
      careful: { agent: 'codex', access: { kind: 'script', script: defineScript(careful) } },
    },
  },
  uiMapper: createUiMapper,
});

const chatOf = (
  version: keyof typeof useChats,
  page: Omit<Page, 'api' | 'body'>,
  body = { tools },
) => useChats[version]({ api: `${served.url}/v1/chat`, body, ...page });

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
    const first = chatOf(version, {
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
    const reloaded = chatOf(version, {
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

    const over = await fetch(`${served.url}/v1/chat/${id}/stream`);
    expect(over.status).toBe(204);
  });

  test('goes on with the session, and stops it', async () => {
    const known = await fetch(`${served.url}/v1/turns?conversation=${id}`);
    const [before] = turnPage.parse(await known.json()).turns;
    const chat = chatOf(version, { id });
    await chat.sendMessage({ text: 'And tomorrow?' });
    const stopped = await fetch(`${served.url}/v1/chat/${id}/stop`, { method: 'POST' });
    expect(await stopped.json()).toMatchObject({
      state: 'canceled',
      session_id: before?.session_id,
      conversation: id,
    });
    const response = await fetch(`${served.url}/v1/chat/${id}/stream`);
    expect(response.status).toBe(204);
  });
});

describe.each(['ai 6', 'ai 7'] as const)('approvals in useChat of %s', (version) => {
  const id = `approving-${version.replace(' ', '-')}`;
  const body = {
    agent: 'careful',
    tools: tools.map((tool) => ({ ...tool, needs_approval: true })),
  };

  test('a call is executed once it is approved; a refusal reaches the agent, also after a reload', async () => {
    const executed: unknown[] = [];
    const answer = (city: unknown) => {
      executed.push(city);
      return { output: { sky: 'blue' } };
    };
    const first = chatOf(version, { id, answer }, body);
    await first.sendMessage({ text: 'How is the weather?' });
    expect(shape(first.lastMessage)).toEqual(['step-start', 'tool-weather approval-requested']);
    expect(partsOf(first.lastMessage).at(-1)).toMatchObject({ input: { city: 'Smyrna' } });
    expect(executed).toEqual([]);
    await first.addToolApprovalResponse({ id: approvalIn(first.lastMessage), approved: true });
    const approved = ['step-start', 'tool-weather output-available'];
    const asked = [...approved, 'step-start', 'tool-weather approval-requested'];
    await vi.waitFor(() => {
      expect(shape(first.lastMessage)).toEqual(asked);
      expect(first.status).toBe('ready');
    }, 30_000);
    expect(executed).toEqual(['Smyrna']);

    const reloaded = chatOf(version, { id, answer, messages: [first.messages[0]] }, body);
    await reloaded.resumeStream();
    expect(shape(reloaded.lastMessage)).toEqual(asked);
    const denied = { id: approvalIn(reloaded.lastMessage), approved: false, reason: 'It sank.' };
    await reloaded.addToolApprovalResponse(denied);
    await vi.waitFor(() => {
      const rest = ['step-start', 'tool-weather output-denied', 'step-start', 'text One of two.'];
      expect(shape(reloaded.lastMessage)).toEqual([...approved, ...rest]);
      expect(reloaded.status).toBe('ready');
    }, 30_000);
    expect(executed).toEqual(['Smyrna']);
    expect([first.error, reloaded.error]).toEqual([undefined, undefined]);

    const turnId = reloaded.lastMessage?.id;
    const events = await (await fetch(`${served.url}/v1/turns/${turnId}/events`)).text();
    expect(events).toContain('The call of weather was not approved: It sank.');
  });
});

/** The approval that the last part asks for. */
function approvalIn(message: Parameters<typeof partsOf>[0]): string {
  const asked = z.object({ approval: z.object({ id: z.string() }) });
  return asked.parse(partsOf(message).at(-1)).approval.id;
}

test('an agent is not asked to take back what it did', async () => {
  const chat = chatOf('ai 6', { id: 'ai-6' });
  chat.messages = [
    { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Go.' }] },
    { id: 'm2', role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] },
  ];
  await chat.regenerate();
  expect(chat.error?.message).toContain('regenerate_unsupported');
});
