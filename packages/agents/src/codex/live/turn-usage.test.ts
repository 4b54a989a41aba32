import type { UsageFigures } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import type { LiveOptions } from '../../interpret/interpreter.js';
import { createTurnUsage } from './turn-usage.js';

const tokens = (input: number, reasoning?: number): UsageFigures => ({
  input_tokens: input,
  output_tokens: 10,
  ...(reasoning !== undefined && { reasoning_tokens: reasoning }),
  total_tokens: input + 10,
});

/** What each of several processes on one thread used, by the counts they end with. */
function usedByEach(counts: readonly UsageFigures[], options: LiveOptions): unknown[] {
  const usage = createTurnUsage(options);
  return counts.map((count) => {
    usage.beginProcess('thread');
    usage.count(count);
    return usage.take()?.input_tokens;
  });
}

test('a count of the whole thread is undone, from 0.79 on', () => {
  const counts = [tokens(2000), tokens(4000), tokens(5000)];
  expect(usedByEach(counts, { version: '0.166.0' })).toEqual([2000, 2000, 1000]);
  expect(usedByEach(counts, { version: '0.79.0', usageBefore: tokens(500) })).toEqual([
    1500, 2000, 1000,
  ]);
});

test('a count of one process is left as it is, up to 0.77', () => {
  const counts = [tokens(2000), tokens(4000), tokens(1000)];
  const options = { version: '0.77.0', usageBefore: tokens(500) };
  expect(usedByEach(counts, options)).toEqual([2000, 4000, 1000]);
});

test('without a version, a count that has grown has gone on and another has started anew', () => {
  expect(usedByEach([tokens(2000), tokens(4000)], {})).toEqual([2000, 2000]);
  expect(usedByEach([tokens(2000), tokens(2000), tokens(1000)], {})).toEqual([2000, 2000, 1000]);
  expect(usedByEach([tokens(2000)], { usageBefore: tokens(1500) })).toEqual([500]);
  expect(usedByEach([tokens(2000)], { usageBefore: tokens(2000) })).toEqual([2000]);
});

test('a version that counts reasoning counts threads', () => {
  expect(usedByEach([tokens(2000, 5), tokens(2000, 5)], {})).toEqual([2000, 0]);
});

test('counts of other threads are none of its business', () => {
  const usage = createTurnUsage({});
  const used = ['a', 'b', 'a'].map((thread, index) => {
    usage.beginProcess(thread);
    usage.count(tokens(1000 * (index + 1)));
    return usage.take()?.input_tokens;
  });
  expect(used).toEqual([1000, 2000, 2000]);
});

test('a count that is repeated within a process is counted once', () => {
  const usage = createTurnUsage({});
  usage.beginProcess('thread', true);
  for (const total of [1000, 1000, 2000, 2000]) usage.count(tokens(total));
  expect(usage.take()?.input_tokens).toBe(2000);
  usage.count(tokens(2000));
  expect(usage.take()).toBeUndefined();
  usage.count(tokens(3000));
  expect(usage.take()?.input_tokens).toBe(1000);
});

test('the amounts of single calls are added up', () => {
  const usage = createTurnUsage({});
  usage.add(tokens(1000));
  usage.add(tokens(500));
  expect(usage.take()).toMatchObject({ input_tokens: 1500, output_tokens: 20, total_tokens: 1520 });
  expect(usage.take()).toBeUndefined();
});
