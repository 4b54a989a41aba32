import type { DragomanEvent } from '@dragoman/protocol';
import OpenAI from 'openai';
import { expect, inject, test } from 'vitest';
import {
  END,
  journaled,
  latestTurns,
  recordedTurns,
  TURN_ID,
  viewOf,
} from '../../test-inputs/recorded-turns.js';
import { createTurnView, type ViewPart } from '../faces/turn-view.js';
import { createResponseEvents } from './response-events.js';

const frame = {
  id: `resp_${TURN_ID}_0`,
  createdAt: '2026-01-01T00:00:00.000Z',
  model: 'codex',
  agent: 'codex',
};

function streamOf(parts: readonly ViewPart[]) {
  const events = createResponseEvents(frame);
  const made = [...events.start(), ...parts.flatMap((part) => events.push(part))];
  return { made, response: events.response };
}

let sent = '';
const client = new OpenAI({
  apiKey: 'none',
  fetch: async () => new Response(sent, { headers: { 'content-type': 'text/event-stream' } }),
});

/** What OpenAI's client makes of a stream: it throws where it can't follow. */
async function read(parts: readonly ViewPart[]) {
  const { made, response } = streamOf(parts);
  const body = made.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  sent = body.join('');
  const stream = client.responses.stream({ model: 'codex', input: 'Go.' });
  let text = '';
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') text += event.delta;
  }
  return { made, response, text, final: await stream.finalResponse() };
}

test("OpenAI's client follows the stream of every recorded turn", async () => {
  const turns = inject('isDeep') ? recordedTurns() : latestTurns();
  expect(turns.length).toBeGreaterThan(50);
  for (const { name, events } of turns) {
    const { made, response, text, final } = await read(viewOf(events)).catch((error: unknown) => {
      throw new Error(`${name}: ${String(error)}`);
    });
    expect(made.map((event) => event.sequence_number)).toEqual(made.map((_event, at) => at));
    expect(final.status, name).toBe('completed');
    expect(final.output).toMatchObject(response.output);
    // What another text replaced was streamed, and is no part of the result.
    if (!JSON.stringify(events).includes('"replaces":true')) expect(final.output_text).toBe(text);
  }
});

test('an item begins, grows and is done, each once, at the position it has in the result', async () => {
  for (const { name, events } of recordedTurns()) {
    const { made } = streamOf(viewOf(events));
    const added = made.filter(({ type }) => type === 'response.output_item.added');
    const done = made.filter(({ type }) => type === 'response.output_item.done');
    expect(added.map(({ output_index }) => output_index)).toEqual(added.map((_item, at) => at));
    const sorted = done.map(({ output_index }) => Number(output_index)).sort((a, b) => a - b);
    expect(sorted, name).toEqual(added.map((_item, at) => at));
  }
});

const called: DragomanEvent[] = [
  { type: 'reasoning', content: 'I need the weather.' },
  { type: 'message', role: 'assistant', content: 'I ask.' },
  { type: 'tool_request', requestId: 'r1', tool_name: 'weather', input: { city: 'Smyrna' } },
  { type: 'usage', input_tokens: 10, cached_input_tokens: 4, output_tokens: 2, total_tokens: 12 },
];

test('a response that waits for its caller is complete, with the call and what was used', async () => {
  const view = createTurnView(TURN_ID);
  const parts = [...journaled(called).flatMap((event) => view.push(event)), ...view.pause()];
  const { final } = await read(parts);
  expect(final.output).toMatchObject([
    { type: 'reasoning', summary: [{ text: 'I need the weather.' }] },
    { type: 'message', content: [{ type: 'output_text', text: 'I ask.' }] },
    { type: 'function_call', call_id: 'r1', name: 'weather', arguments: '{"city":"Smyrna"}' },
  ]);
  expect(final.usage).toEqual({
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 4 },
    output_tokens: 2,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 12,
  });
});

test('what the agent does itself is a call that its caller need not execute', async () => {
  const { final } = await read(
    viewOf([
      { type: 'tool_use', tool_id: 'c1', tool_name: 'Bash', parameters: {}, kind: 'command' },
      { type: 'tool_result', tool_id: 'c1', status: 'success', output: 'done', exit_code: 0 },
      { type: 'tool_use', tool_id: 'c2', tool_name: 'Bash', parameters: {}, kind: 'command' },
      { type: 'tool_result', tool_id: 'c2', status: 'error', output: 'no', exit_code: 1 },
      END,
    ]),
  );
  expect(final.output).toMatchObject([
    { type: 'mcp_call', name: 'Bash', status: 'completed', error: null },
    { type: 'mcp_call', name: 'Bash', status: 'failed', output: null },
  ]);
});

test('a turn that fails is a failed response in its own words', () => {
  const end = { ...END, status: 'timeout' as const, reason: 'Too long.', code: 'wall_time' };
  const { made, response } = streamOf(viewOf([end]));
  expect(made.at(-1)?.type).toBe('response.failed');
  expect(response).toMatchObject({
    status: 'failed',
    error: { code: 'wall_time', message: 'Too long.' },
  });
});
