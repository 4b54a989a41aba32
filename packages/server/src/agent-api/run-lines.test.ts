import type { EndEvent, JournaledEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createRunLines } from './run-lines.js';

const journaled = { seq: 7, ts: '2026-01-01T00:00:00.000Z' };
const end = (status: EndEvent['status'], code?: string): JournaledEvent => ({
  type: 'end',
  status,
  exit_code: 0,
  signal: null,
  reason: null,
  usage: null,
  ...(code !== undefined && { code }),
  ...journaled,
});
const asked = (requestId: string): JournaledEvent => ({
  type: 'tool_request',
  requestId,
  tool_name: 'ask',
  ...journaled,
});

test.each([
  ['success', 'completed'],
  ['failed', 'failed'],
  ['timeout', 'timeout'],
  ['canceled', 'cancelled'],
  ['stalled', 'timeout'],
  ['not_started', 'failed'],
] as const)('a turn that ended with %s is %s', (status, outcome) => {
  const [line = ''] = createRunLines({ openRequests: [] }).push(end(status));
  expect(line.endsWith('\n')).toBe(true);
  expect(JSON.parse(line)).toMatchObject({ type: 'end', status, outcome, seq: 7 });
});

test('a turn whose process died is lost', () => {
  const [line = ''] = createRunLines({ openRequests: [] }).push(end('failed', 'owner_lost'));
  expect(JSON.parse(line)).toMatchObject({ status: 'failed', outcome: 'lost' });
});

test('a pause names what the agent still waits for, of this response and of those before', () => {
  const lines = createRunLines({ openRequests: ['b'] });
  // What earlier responses gave is pushed first, and ends with their pause.
  for (const id of ['a', 'b']) lines.push(asked(id));
  lines.pause();
  lines.push({ type: 'tool_answer', requestId: 'a', status: 'success', ...journaled });
  lines.push(asked('c'));
  const [line = ''] = lines.pause();
  expect(JSON.parse(line)).toEqual({
    type: 'end',
    outcome: 'paused',
    pending: ['b', 'c'],
    last_seq: 7,
  });
});
