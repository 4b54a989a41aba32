import type { DragomanEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createRunState, foldEvent, type RunState } from './run-state.js';

const COMMIT = '3f1c0de0b5a6e8d7c9b8a7f6e5d4c3b2a1908f7e';

function fold(events: readonly DragomanEvent[]): RunState {
  const state = createRunState();
  for (const event of events) foldEvent(state, event);
  return state;
}

function strategy(index: number): DragomanEvent {
  return { type: 'strategy.started', strategy: index, name: 'best-of-n', parameters: {} };
}

function scheduled(index: number, key: string): DragomanEvent {
  const names = { instance_id: key, fingerprint: key, base_commit: COMMIT };
  return { type: 'task.scheduled', strategy: index, key, ...names };
}

function failed(index: number, key: string): DragomanEvent {
  const why = { code: 'api', message: 'It failed.', attempts: 3 };
  return { type: 'task.failed', strategy: index, key, ...why };
}

const ENDED: readonly DragomanEvent[] = [
  strategy(1),
  strategy(2),
  ...[1, 2].flatMap((index) => [scheduled(index, 'a'), scheduled(index, 'b'), failed(index, 'a')]),
  { type: 'task.canceled', strategy: 1, key: 'b', by: 'user' },
  { type: 'task.canceled', strategy: 2, key: 'b', by: 'strategy' },
  { type: 'strategy.selected', strategy: 1, key: 'b' },
  { type: 'strategy.completed', strategy: 1, status: 'success' },
  { type: 'strategy.completed', strategy: 2, status: 'failed' },
];

const RETRIED: DragomanEvent = { type: 'run.resumed', overrides: { retry_failed: true } };

test('what failed is open again where the strategy failed, with what the strategy ended itself; elsewhere nothing is', () => {
  const { strategies } = fold([...ENDED, RETRIED]);
  expect(strategies.get(1)).toMatchObject({ ended: ['a', 'b'], completed: { status: 'success' } });
  expect(strategies.get(2)).toMatchObject({ ended: [], isRetried: true });
  expect(strategies.get(2)?.completed).toBeUndefined();
});

test('what a person canceled stays canceled', () => {
  const canceled: DragomanEvent = { type: 'task.canceled', strategy: 1, key: 'b', by: 'user' };
  const events = [strategy(1), scheduled(1, 'a'), scheduled(1, 'b'), failed(1, 'a'), canceled];
  expect(fold([...events, RETRIED]).strategies.get(1)?.ended).toEqual(['b']);
});

test('a strategy that has ended is over, however often its run is resumed', () => {
  const { strategies, completed } = fold([...ENDED, { type: 'run.resumed' }]);
  expect(strategies.get(2)?.completed?.status).toBe('failed');
  expect(completed).toBeUndefined();
});

test('a task ends once', () => {
  const late: DragomanEvent = { type: 'task.completed', strategy: 1, key: 'a' };
  const state = fold([strategy(1), scheduled(1, 'a'), failed(1, 'a'), late]);
  expect(state.strategies.get(1)?.tasks.get('a')?.end?.type).toBe('task.failed');
  expect(state.strategies.get(1)?.ended).toEqual(['a']);
});

test('a task that begins anew forgets the session of before', () => {
  const begun: readonly DragomanEvent[] = [
    strategy(1),
    scheduled(1, 'a'),
    { type: 'task.started', strategy: 1, key: 'a', attempt: 1 },
    { type: 'task.session', strategy: 1, key: 'a', session_id: 'first' },
    { type: 'task.started', strategy: 1, key: 'a', attempt: 2 },
  ];
  const task = (events: readonly DragomanEvent[]) => fold(events).strategies.get(1)?.tasks.get('a');
  expect(task(begun)?.sessionId).toBe('first');
  const anew: DragomanEvent = {
    type: 'task.started',
    strategy: 1,
    key: 'a',
    attempt: 3,
    fresh: true,
  };
  expect(task([...begun, anew])?.sessionId).toBeUndefined();
});
