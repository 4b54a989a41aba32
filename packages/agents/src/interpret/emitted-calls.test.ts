import { expect, test } from 'vitest';
import type { CommonCall, PlanCall } from '../tools/common-call.js';
import { createEmittedCalls } from './emitted-calls.js';

const search = (query: string): CommonCall => ({
  tool_name: 'WebSearch',
  kind: 'web',
  parameters: { query },
});
const types = (events: readonly { type: string }[]) => events.map(({ type }) => type);

test('a call is emitted when it begins and answered when it ends', () => {
  const calls = createEmittedCalls();
  expect(types(calls.use('a', search('x')))).toEqual(['tool_use']);
  expect(types(calls.answer('a', search('x'), { status: 'success' }))).toEqual(['tool_result']);
});

test('a call that only comes complete is emitted with its answer', () => {
  const calls = createEmittedCalls();
  const events = calls.answer('a', search('x'), { status: 'success' });
  expect(types(events)).toEqual(['tool_use', 'tool_result']);
});

test('a call that turns out fuller is emitted again, before its answer', () => {
  const calls = createEmittedCalls();
  expect(calls.use('a', search(''), true)).toMatchObject([{ partial: true }]);
  const events = calls.answer('a', search('x'), { status: 'success' });
  expect(types(events)).toEqual(['tool_use', 'tool_result']);
  expect(events[0]).not.toHaveProperty('partial');
});

test('nothing is emitted twice, and nothing after the answer', () => {
  const calls = createEmittedCalls();
  calls.use('a', search('x'));
  expect(calls.use('a', search('x'))).toEqual([]);
  calls.answer('a', undefined, { status: 'success' });
  expect(calls.isAnswered('a')).toBe(true);
  expect(calls.use('a', search('y'))).toEqual([]);
  expect(calls.answer('a', search('y'), { status: 'error' })).toEqual([]);
});

test('a call without a result stays open', () => {
  const calls = createEmittedCalls();
  expect(types(calls.answer('a', search('x'), undefined))).toEqual(['tool_use']);
  expect(types(calls.answer('a', search('x'), { status: 'success' }))).toEqual(['tool_result']);
});

test('a call that sets the plan is a plan once it is accepted, and else a call', () => {
  const plan: PlanCall = { plan: [{ text: 'look', status: 'pending' }], call: search('plan') };
  const calls = createEmittedCalls();
  expect(calls.use('a', plan)).toEqual([]);
  expect(calls.answer('a', undefined, { status: 'success' })).toEqual([
    { type: 'plan', items: [{ text: 'look', status: 'pending' }] },
  ]);
  calls.use('b', plan);
  expect(types(calls.answer('b', undefined, { status: 'error' }))).toEqual([
    'tool_use',
    'tool_result',
  ]);
  calls.use('c', plan);
  expect(types(calls.endTurn())).toEqual(['tool_use']);
});
