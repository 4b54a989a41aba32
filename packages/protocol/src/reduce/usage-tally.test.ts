import { describe, expect, test } from 'vitest';
import { say } from '../../test-inputs/event-makers.js';
import type { DragomanEvent } from '../event/dragoman-event.js';
import { reduce } from './reducer.js';

const figures = (total: number) => ({
  input_tokens: total - 1,
  output_tokens: 1,
  total_tokens: total,
});
const spent = (total: number, rest: object = {}): DragomanEvent => ({
  type: 'usage',
  ...figures(total),
  ...rest,
});
const end = (total?: number): DragomanEvent => ({
  type: 'end',
  status: 'success',
  usage: total === undefined ? null : figures(total),
});
const init: DragomanEvent = { type: 'init' };
const started: DragomanEvent = { type: 'turn', status: 'started' };
const completed: DragomanEvent = { type: 'turn', status: 'completed' };

const totalOf = (...events: DragomanEvent[]) => reduce(events).usage?.total_tokens;

describe('what was used', () => {
  test('adds up over the events, and is unknown without any', () => {
    expect(totalOf()).toBeUndefined();
    expect(totalOf(end())).toBeUndefined();
    expect(reduce([spent(12), spent(12)]).usage).toEqual({
      input_tokens: 22,
      output_tokens: 2,
      total_tokens: 24,
    });
  });

  test('is in a turn that of its events, and of its end only if it had none', () => {
    expect(totalOf(end(6))).toBe(6);
    expect(totalOf(spent(12), end(6))).toBe(12);
    expect(totalOf(spent(4), started, spent(8), end(12))).toBe(12);
  });

  test('adds up over turns, by events or by their end', () => {
    expect(totalOf(end(10), init, say('next'), end(20))).toBe(30);
    expect(totalOf(end(10), started, end(20))).toBe(30);
    expect(totalOf(spent(10), end(), init, end(20))).toBe(30);
    expect(totalOf(started, spent(10), completed, started, end(20))).toBe(30);
    expect(totalOf(spent(10), completed, started, end(20))).toBe(30);
    expect(totalOf(started, spent(10), started, end(20))).toBe(30);
    expect(totalOf(end(10), init, spent(20), end(20), init, end())).toBe(30);
  });

  test('counts a turn once, however often it ends', () => {
    expect(totalOf(end(10), end(10))).toBe(10);
    expect(totalOf(end(10), end(20))).toBe(10);
    expect(totalOf(end(), end(10))).toBe(10);
  });

  test('by sub-agents is counted separately', () => {
    const bySubAgent = { parent_tool_id: 'task' };
    const events = [spent(10), spent(5, bySubAgent), end(15), init, spent(3, bySubAgent), spent(1)];
    expect(reduce(events)).toMatchObject({
      usage: { total_tokens: 11 },
      subAgentUsage: { total_tokens: 8 },
    });
    expect(reduce([spent(10)])).not.toHaveProperty('subAgentUsage');
  });
});

test('what was used counts cached tokens as a part of the input, also in the end', () => {
  const cached = { input_tokens: 9, cached_input_tokens: 5, output_tokens: 1, total_tokens: 10 };
  expect(reduce([{ type: 'usage', ...cached, message_id: 'm' }]).usage).toEqual(cached);
  expect(reduce([{ type: 'end', status: 'success', usage: cached }]).usage).toEqual(cached);
});

describe('what a message used', () => {
  const usages = (...events: DragomanEvent[]) =>
    reduce(events).messages.map((message) => message.usage?.totalTokens);

  test('stands at that message', () => {
    expect(usages(say('a', { id: 'm' }), say('b'), spent(12, { message_id: 'm' }))).toEqual([
      12,
      undefined,
    ]);
  });

  test('reaches a message that comes later, once', () => {
    const early = [spent(12, { message_id: 'm' }), spent(3, { message_id: 'm' })];
    expect(usages(...early, say('a', { id: 'm' }), say('b', { id: 'm' }))).toEqual([15, undefined]);
    expect(usages(...early, say('a', { id: 'm' }), spent(1, { message_id: 'm' }))).toEqual([16]);
  });

  test('stands at the message of its turn, where two turns use one id', () => {
    const first = [say('a', { id: 'm' }), spent(10, { message_id: 'm' }), end(), init];
    const late = spent(20, { message_id: 'm' });
    expect(usages(...first, say('b', { id: 'm' }), late)).toEqual([10, 20]);
    expect(usages(...first, late, say('b', { id: 'm' }))).toEqual([10, 20]);
    const neverCame = [spent(10, { message_id: 'm' }), end(), init];
    expect(usages(...neverCame, say('b', { id: 'm' }))).toEqual([undefined]);
  });

  test('stands at the message of a sub-agent too', () => {
    const bySubAgent = { parent_tool_id: 'task' };
    expect(
      usages(say('a', { id: 'm', ...bySubAgent }), spent(2, { message_id: 'm', ...bySubAgent })),
    ).toEqual([2]);
  });
});
