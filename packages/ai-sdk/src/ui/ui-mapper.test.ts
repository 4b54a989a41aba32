import type { DragomanEvent, JournaledEvent, JsonObject } from '@dragoman/protocol';
import * as six from 'ai-v6';
import { describe, expect, test } from 'vitest';
import { END, requested, said } from '../../test-inputs/manual-model.js';
import { createUiMapper, type UiMapperOptions } from './ui-mapper.js';

const answered = (requestId: string): DragomanEvent => ({
  type: 'tool_answer',
  requestId,
  status: 'success',
});
/** How the agent itself reports a call of the page's tool. */
const reported = (requestId: string, output: string): DragomanEvent[] => [
  {
    type: 'tool_use',
    tool_id: `own ${requestId}`,
    tool_name: 'mcp__caller__weather',
    parameters: { of: requestId },
    kind: 'mcp',
  },
  { type: 'tool_result', tool_id: `own ${requestId}`, status: 'success', output },
];

function journaled(events: readonly DragomanEvent[]): JournaledEvent[] {
  return events.map((event, index) => ({ ...event, seq: index + 1, ts: '' }));
}

function chunksOf(events: readonly DragomanEvent[], options?: UiMapperOptions): JsonObject[] {
  const mapper = createUiMapper(options);
  return journaled(events).flatMap((event) => [...mapper.push(event)]);
}

/** The message that a page has at the end, and the calls that it was to execute. */
async function shownBy(chunks: readonly JsonObject[], before?: six.UIMessage) {
  const schema = await six.uiMessageChunkSchema();
  const stream = new ReadableStream<six.UIMessageChunk>({
    async start(controller) {
      for (const chunk of chunks) {
        const checked = await schema.validate?.(chunk);
        if (checked?.success !== true) throw new Error(`no chunk: ${JSON.stringify(chunk)}`);
        controller.enqueue(checked.value);
      }
      controller.close();
    },
  });
  let shown: six.UIMessage | undefined = before;
  const given = before && { message: before };
  for await (const message of six.readUIMessageStream({ stream, ...given })) shown = message;
  return shown;
}

const types = (chunks: readonly JsonObject[]) => chunks.map(({ type }) => type);

describe('a message of a turn', () => {
  test('has a frame, the session, the text and the figures', async () => {
    const chunks = chunksOf(
      [
        { type: 'init', session_id: 's-1', modelId: 'm-1', agent: 'codex' },
        { type: 'reasoning', content: 'Hm.' },
        said('Hello.'),
        { type: 'usage', input_tokens: 5, output_tokens: 2, total_tokens: 7 },
        END,
      ],
      { turnId: 'turn-1' },
    );
    expect(types(chunks)).toEqual([
      'start',
      'start-step',
      'message-metadata',
      'reasoning-start',
      'reasoning-delta',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ]);
    expect(await shownBy(chunks)).toMatchObject({
      id: 'turn-1',
      metadata: {
        dragoman: {
          sessionId: 's-1',
          modelId: 'm-1',
          agent: 'codex',
          status: 'success',
          usage: { inputTokens: 5, outputTokens: 2 },
        },
      },
      parts: [
        { type: 'step-start' },
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'Hello.' },
      ],
    });
  });

  test('pauses for the page, and goes on in its next response', async () => {
    const mapper = createUiMapper({ turnId: 'turn-1' });
    const [saying, request, answer, use, result, more, end] = journaled([
      said('Let me see.'),
      requested('r1'),
      answered('r1'),
      ...reported('r1', '{"sky":"blue"}'),
      said('Blue.'),
      END,
    ]);
    const push = (...events: (JournaledEvent | undefined)[]) =>
      events.flatMap((event) => (event ? [...mapper.push(event)] : []));
    const first = [...push(saying, request), ...mapper.pause()];
    expect(mapper.isFinished).toBe(true);
    expect(mapper.pause()).toEqual([]);
    expect(first.at(-1)).toMatchObject({ type: 'finish', finishReason: 'tool-calls' });
    const waiting = await shownBy(first);
    expect(waiting?.parts.at(-1)).toEqual(
      expect.objectContaining({
        type: 'tool-weather',
        state: 'input-available',
        toolCallId: 'r1',
        input: { of: 'r1' },
        callProviderMetadata: { dragoman: { turnId: 'turn-1' } },
      }),
    );
    const second = push(answer, use, result, more, end);
    expect(types(second)).toEqual([
      'start',
      'start-step',
      'text-start',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ]);
    expect((await shownBy(second, waiting))?.parts.map(({ type }) => type)).toEqual([
      'step-start',
      'text',
      'tool-weather',
      'step-start',
      'text',
    ]);
    expect(push(end)).toEqual([]);
  });

  test('shows a page that comes back what it has answered, and lets it execute only the rest', async () => {
    const chunks = chunksOf(
      [
        requested('r1'),
        requested('r2'),
        answered('r1'),
        answered('r2'),
        ...reported('r1', '{"sky":"blue"}'),
        ...reported('r2', 'grey'),
        said('One more.'),
        requested('r3'),
      ],
      { turnId: 'turn-1', asOf: { lastSeq: 8, requests: [{ requestId: 'r3' }] } },
    );
    const executed = chunks.filter(({ type }) => type === 'tool-input-available');
    expect(executed.map(({ toolCallId }) => toolCallId)).toEqual(['r3']);
    expect((await shownBy(chunks))?.parts).toMatchObject([
      { type: 'step-start' },
      { toolCallId: 'r1', state: 'output-available', input: { of: 'r1' }, output: { sky: 'blue' } },
      { toolCallId: 'r2', state: 'output-available', input: { of: 'r2' }, output: 'grey' },
      { type: 'step-start' },
      { type: 'text', text: 'One more.' },
      { toolCallId: 'r3', state: 'input-available' },
    ]);
  });

  test('lets a page that came back in mid-turn execute what is asked after that', async () => {
    const chunks = chunksOf(
      [requested('r1'), answered('r1'), ...reported('r1', 'blue'), said('Next.'), requested('r2')],
      { turnId: 'turn-1', asOf: { lastSeq: 2, requests: [] } },
    );
    expect((await shownBy(chunks))?.parts.filter((part) => 'toolCallId' in part)).toMatchObject([
      { toolCallId: 'r1', state: 'output-available', output: 'blue' },
      { toolCallId: 'r2', state: 'input-available', input: { of: 'r2' } },
    ]);
  });

  test('has the error of a call that the page could not execute', async () => {
    const [use] = reported('r1', '');
    const error = { message: 'No such city.' };
    const result = { type: 'tool_result', tool_id: 'own r1', status: 'error', error } as const;
    const chunks = chunksOf([requested('r1'), answered('r1'), ...(use ? [use] : []), result]);
    expect((await shownBy(chunks))?.parts.at(-1)).toMatchObject({
      state: 'output-error',
      errorText: 'No such city.',
    });
  });

  test('has figures and costs of the whole turn in each response', () => {
    const spent = { type: 'usage', output_tokens: 1, total_tokens: 4, cost_usd: 0.5 } as const;
    const mapper = createUiMapper();
    const [first, second, end] = journaled([
      { ...spent, input_tokens: 3 },
      { ...spent, input_tokens: 3 },
      END,
    ]);
    const figures = [first && mapper.push(first), mapper.pause(), second && mapper.push(second)];
    figures.push(end && mapper.push(end));
    const metadata = figures.flatMap((chunks = []) =>
      chunks.flatMap(({ messageMetadata }) => messageMetadata ?? []),
    );
    expect(metadata).toMatchObject([
      { dragoman: { costUsd: 0.5, usage: { inputTokens: 3, outputTokens: 1 } } },
      { dragoman: { costUsd: 1, usage: { inputTokens: 6, outputTokens: 2 } } },
    ]);
  });

  test.each([
    ['failed', [{ type: 'error', errorText: 'No key.' }], 'error'],
    ['timeout', [{ type: 'error', errorText: 'No key.' }], 'other'],
    ['canceled', [{ type: 'abort', reason: 'No key.' }], 'other'],
  ] as const)('says that its turn was %s', (status, shown, finishReason) => {
    const reason = 'No key.';
    const chunks = chunksOf([{ type: 'end', status, exit_code: 1, signal: null, reason }]);
    expect(chunks.filter(({ type }) => type === 'error' || type === 'abort')).toEqual(shown);
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', finishReason });
  });
});
