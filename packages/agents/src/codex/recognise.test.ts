import { describe, expect, test } from 'vitest';
import { recogniseCodex } from './recognise.js';

const T = '2026-11-15T10:00:00.000Z';

describe('a record of Codex', () => {
  test.each([
    { type: 'thread.started', thread_id: 't' },
    { type: 'turn.completed', usage: {} },
    { type: 'item.updated', item: { id: 'item_1', type: 'todo_list' } },
    { model: 'm', provider: 'p', sandbox: 's', workdir: '/w', approval: 'never' },
    { id: '0', msg: { type: 'task_started' } },
  ])('is live: %j', (record) => {
    expect(recogniseCodex(record)).toBe('live');
  });

  test.each([
    { timestamp: T, type: 'session_meta', payload: {} },
    { timestamp: T, ordinal: 3, type: 'event_msg', payload: { type: 'token_count' } },
    { id: 'x', timestamp: T, instructions: null },
    { record_type: 'state' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
    { type: 'function_call_output', call_id: 'c', output: '{}' },
  ])('is saved: %j', (record) => {
    expect(recogniseCodex(record)).toBe('saved');
  });

  test.each([
    // Others say so, too.
    { type: 'error', message: 'no' },
    { prompt: 'hi' },
    { type: 'message', role: 'user', content: 'hi' },
    { type: 'reasoning', part: {} },
    { type: 'log', timestamp: T, payload: {} },
    { type: 'item.completed', item: 'x' },
    { id: 'x', timestamp: T, type: 'user', content: [] },
    {},
  ])('is not this: %j', (record) => {
    expect(recogniseCodex(record)).toBeUndefined();
  });
});
