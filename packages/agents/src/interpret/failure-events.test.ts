import { expect, test } from 'vitest';
import { failureEvents } from './failure-events.js';

test('a failure is an error that nothing can follow, and the end of its turn', () => {
  expect(failureEvents({ message: 'no', type: 'refused' }, 't1', '2026-01-01T00:00:00Z')).toEqual([
    { type: 'error', message: 'no', fatal: true, code: 'refused', ts: '2026-01-01T00:00:00Z' },
    {
      type: 'turn',
      status: 'failed',
      error: { message: 'no', type: 'refused' },
      turn_id: 't1',
      ts: '2026-01-01T00:00:00Z',
    },
  ]);
});

test('what is not known of it is absent', () => {
  expect(failureEvents({ message: 'no' })).toEqual([
    { type: 'error', message: 'no', fatal: true },
    { type: 'turn', status: 'failed', error: { message: 'no' } },
  ]);
});
