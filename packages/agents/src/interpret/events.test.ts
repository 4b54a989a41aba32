import { expect, test } from 'vitest';
import { failureEvents } from './events.js';

test('a failure is a fatal error and the end of its turn', () => {
  expect(failureEvents({ message: 'no', type: 'refused' }, 't1')).toEqual([
    { type: 'error', message: 'no', fatal: true, code: 'refused' },
    {
      type: 'turn',
      status: 'failed',
      error: { message: 'no', type: 'refused' },
      turn_id: 't1',
    },
  ]);
});

test('what is not known of it is absent', () => {
  expect(failureEvents({ message: 'no' })).toEqual([
    { type: 'error', message: 'no', fatal: true },
    { type: 'turn', status: 'failed', error: { message: 'no' } },
  ]);
});
