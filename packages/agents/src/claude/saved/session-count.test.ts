import { type JsonObject, reduce } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { assistant, text, user } from '../../../test-inputs/claude-records.js';
import { createClaudeSaved } from '../saved.js';

const USAGE = { input_tokens: 400, cache_read_input_tokens: 600, output_tokens: 50 };

const reply = (id: string): JsonObject => assistant(text('Hi.'), { id, usage: USAGE });

/** What a process leaves at its end that goes on from earlier counts. */
const count = (replies: number): JsonObject => ({
  type: 'cost-state',
  totalCostUSD: replies / 100,
  modelUsage: {
    opus: {
      inputTokens: 400 * replies,
      cacheReadInputTokens: 600 * replies,
      outputTokens: 50 * replies,
    },
  },
});

function counted(...records: readonly JsonObject[]) {
  const interpreter = createClaudeSaved();
  const events = records.flatMap((record) => interpreter.push(record).events);
  const { usage } = reduce([...events, ...interpreter.flush()]);
  return [(usage?.total_tokens ?? 0) / 1050, usage?.cost_usd];
}

test('a count of what the messages say adds only what they cost', () => {
  expect(counted(user('begin'), reply('m1'), reply('m2'), count(2))).toEqual([2, 0.02]);
});

test('what was used beyond the messages is in the count', () => {
  expect(counted(user('begin'), reply('m1'), count(3))).toEqual([3, 0.03]);
});

test('each count goes on from the one before', () => {
  const first = [user('begin'), reply('m1'), count(2)];
  expect(counted(...first, user('go on'), reply('m2'), count(4))).toEqual([4, 0.04]);
});

test('messages of a process that left no count are not taken from what the next one counts', () => {
  const killed = [user('begin'), reply('m1'), reply('m2')];
  expect(counted(...killed, user('go on'), reply('m3'), count(1))).toEqual([3, 0.01]);
});
