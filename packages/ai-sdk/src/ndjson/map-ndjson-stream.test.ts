import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { mapNdjsonToStreamParts, type NdjsonStreamOptions } from './map-ndjson-stream.js';

const said = (content: string) => ({ type: 'message', role: 'assistant', content, delta: true });
const request = { type: 'tool_request', requestId: 'r', tool_name: 'getWeather', input: {} };

function bytesOf(...events: object[]): Uint8Array {
  return new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

async function partsOf(
  chunks: readonly (Uint8Array | string)[],
  options?: NdjsonStreamOptions,
): Promise<LanguageModelV3StreamPart[]> {
  const parts: LanguageModelV3StreamPart[] = [];
  const source = ReadableStream.from(chunks);
  for await (const part of source.pipeThrough(mapNdjsonToStreamParts(options))) parts.push(part);
  return parts;
}

test('bytes become parts, whatever their chunks, also inside a character', async () => {
  const bytes = bytesOf({ type: 'init', session_id: 's1' }, said('Grüße, '), said('Welt! 😀'));
  const whole = await partsOf([bytes]);
  expect(whole.map(({ type }) => type)).toEqual([
    'response-metadata',
    'text-start',
    'text-delta',
    'text-delta',
    'text-end',
    'finish',
  ]);
  expect(whole[3]).toMatchObject({ delta: 'Welt! 😀' });
  expect(await partsOf([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
  expect(await partsOf([new TextDecoder().decode(bytes)])).toEqual(whole);
});

test('the parts end at a request of the agent, and what follows is not read', async () => {
  const requests: object[] = [];
  const updates: object[] = [];
  const parts = await partsOf(
    [
      bytesOf({ type: 'init', session_id: 's1' }, said('Let me see.'), request),
      bytesOf(said('No.')),
    ],
    {
      onRequest: (asked) => requests.push(asked),
      onSessionUpdate: (update) => updates.push(update),
    },
  );
  expect(parts.map(({ type }) => type)).toEqual([
    'response-metadata',
    'text-start',
    'text-delta',
    'text-end',
    'tool-call',
    'finish',
  ]);
  expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls' } });
  expect(requests).toEqual([request]);
  expect(updates).toEqual([{ agentSessionId: 's1' }, { pendingRequestId: 'r' }]);
});

test('log lines between the objects give no part, and a failure finishes with an error', async () => {
  const failed = { type: 'error', message: 'Invalid API key', fatal: true, code: 'auth' };
  const parts = await partsOf(['warn: "oops\n', bytesOf(failed), 'bye {"type":']);
  expect(parts).toMatchObject([
    { type: 'error', error: { message: 'Invalid API key' } },
    { type: 'finish', finishReason: { unified: 'error', raw: 'auth' } },
  ]);
});

test('a last object without a newline counts', async () => {
  const parts = await partsOf([JSON.stringify({ type: 'end', status: 'success', exit_code: 0 })]);
  expect(parts).toMatchObject([{ type: 'finish', finishReason: { raw: 'success' } }]);
});

test('the parts are over at the finish, though the source stays open', {
  timeout: 5000,
}, async () => {
  let isLeft = false;
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytesOf(request)),
    cancel() {
      isLeft = true;
    },
  });
  const types: string[] = [];
  for await (const { type } of source.pipeThrough(mapNdjsonToStreamParts())) types.push(type);
  expect(types).toEqual(['tool-call', 'finish']);
  await expect.poll(() => isLeft).toBe(true);
});
