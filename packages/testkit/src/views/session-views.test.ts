import type { DragomanEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { turnsOf, viewOfEvents } from './session-views.js';

const turn = (status: 'started' | 'completed' | 'failed' | 'aborted'): DragomanEvent => ({
  type: 'turn',
  status,
});
const used = (tokens: number, more: { parent_tool_id?: string } = {}): DragomanEvent => ({
  type: 'usage',
  input_tokens: tokens,
  output_tokens: 0,
  total_tokens: tokens,
  ...more,
});
const usage = (tokens: number) => ({
  input_tokens: tokens,
  output_tokens: 0,
  total_tokens: tokens,
});

test('each turn has its own end and its own usage', () => {
  const events = [turn('started'), used(1), used(2), turn('completed'), turn('started'), used(4)];
  expect(turnsOf(events)).toEqual([{ end: 'completed', usage: usage(3) }, { usage: usage(4) }]);
});

test('what comes before a turn is marked to begin belongs to it, and what follows its end, too', () => {
  expect(turnsOf([used(1), turn('started'), turn('aborted'), used(2)])).toEqual([
    { end: 'aborted', usage: usage(3) },
  ]);
});

test('the first end counts, and what sub-agents use does not', () => {
  const events = [turn('started'), used(1, { parent_tool_id: 'a' }), turn('failed')];
  expect(turnsOf([...events, turn('completed')])).toEqual([{ end: 'failed' }]);
});

test('events without a turn are none', () => {
  expect(turnsOf([{ type: 'message', role: 'assistant', content: 'Hi.' }])).toEqual([]);
});

test('knows what was said while calls were open, and how many were', () => {
  const say = (content: string, id: string) =>
    ({ type: 'message', role: 'assistant', content, delta: true, id }) as const;
  const use = (tool_id: string) =>
    ({ type: 'tool_use', tool_id, tool_name: 'Bash', parameters: {}, kind: 'command' }) as const;
  const { amidCalls } = viewOfEvents([
    say('Before.', 'a'),
    use('1'),
    use('2'),
    say('Be', 'b'),
    say('hind.', 'b'),
    { type: 'tool_result', tool_id: '1', status: 'success', output: '' },
    { type: 'tool_result', tool_id: '2', status: 'success', output: '' },
    say('Done.', 'c'),
  ]);
  expect(amidCalls).toStrictEqual([{ text: 'Behind.', calls: 2 }]);
});
