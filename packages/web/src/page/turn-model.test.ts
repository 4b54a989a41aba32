import { expect, test } from 'vitest';
import type { SeenEvent } from './read-events.js';
import { createTurnModel } from './turn-model.js';

function modelOf(...events: readonly Record<string, unknown>[]) {
  const model = createTurnModel();
  model.push(events.map((event, index) => ({ seq: index + 1, ...event }) as SeenEvent));
  return model;
}

test('events become the conversation that everybody reduces them to', () => {
  const { transcript, end } = modelOf(
    { type: 'message', role: 'user', content: 'Hi.' },
    { type: 'message', role: 'assistant', content: 'Hel', delta: true, id: 'a' },
    { type: 'message', role: 'assistant', content: 'lo.', delta: true, id: 'a' },
    { type: 'usage', input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    { type: 'end', status: 'success' },
  ).picture();
  expect(transcript.messages.map(({ content }) => content)).toEqual([
    [{ type: 'text', text: 'Hi.' }],
    [{ type: 'text', text: 'Hello.' }],
  ]);
  expect(transcript.usage?.total_tokens).toBe(3);
  expect(end?.status).toBe('success');
});

test('a request is open until it is answered, or the turn ends', () => {
  const ask = { type: 'tool_request', requestId: 'r', tool_name: 'colour' };
  const open = { requestId: 'r', tool: 'colour', isForApproval: false };
  expect(modelOf(ask).picture().requests).toEqual([open]);
  const answered = { type: 'tool_answer', requestId: 'r', status: 'success' };
  expect(modelOf(ask, answered).picture().requests).toEqual([]);
  expect(modelOf(ask, { type: 'end', status: 'canceled' }).picture().requests).toEqual([]);
});

test('a call waits for approval first, and for its answer once it has that', () => {
  const ask = { type: 'tool_request', requestId: 'r', tool_name: 'colour' };
  const requested = { ...ask, approval: 'requested' };
  const isForApproval = (...events: readonly Record<string, unknown>[]) =>
    modelOf(...events)
      .picture()
      .requests.map((request) => request.isForApproval);
  expect(isForApproval(requested)).toEqual([true]);
  expect(isForApproval(requested, { ...ask, approval: 'granted' })).toEqual([false]);
});

test('an event of a later version, or a broken one, is kept and harms nothing', () => {
  const model = modelOf(
    { type: 'hologram', x: 1 },
    { type: 'plan', items: null },
    { type: 'message', role: 'assistant', content: 'Still here.' },
  );
  expect(model.events).toHaveLength(3);
  expect(model.picture().unread).toBe(1);
  expect(model.picture().transcript.messages.at(-1)?.content).toEqual([
    { type: 'text', text: 'Still here.' },
  ]);
});
