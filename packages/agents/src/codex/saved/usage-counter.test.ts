import type { JsonObject } from '@dragoman/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createUsageCounter, type UsageCounter } from './usage-counter.js';

function figures(calls: number): JsonObject {
  return {
    input_tokens: calls * 1000,
    cached_input_tokens: calls * 600,
    output_tokens: calls * 50,
    reasoning_output_tokens: calls * 10,
  };
}

/** A `token_count` after so many calls, of which the last used `last`. */
function count(total: number, last = 1): JsonObject {
  return { info: { total_token_usage: figures(total), last_token_usage: figures(last) } };
}

const FORK = { cli_version: '0.166.0', forked_from_id: 'a' };
const OLD_FORK = { ...FORK, cli_version: '0.148.0' };
const BEGIN = { info: null };
/** A prompt as it is up to 0.44, and as it is later. */
const PROMPT = { message: 'go on', kind: 'plain' };
const LATER_PROMPT = { message: 'go on', images: [] };

function record(total: number): JsonObject {
  return { usage: figures(1), thread_token_usage: figures(total) };
}

function counted(...counts: readonly JsonObject[]): UsageCounter {
  const counter = createUsageCounter();
  for (const payload of counts) {
    if ('message' in payload) counter.prompt(payload);
    else if ('usage' in payload) counter.usageRecord(payload);
    else if ('cli_version' in payload) counter.session(payload);
    else counter.tokenCount(payload);
  }
  return counter;
}

const calls = (counter: UsageCounter) => (counter.total()?.input_tokens ?? 0) / 1000;

test('gives the figures of a turn once, and adds turns up', () => {
  const counter = counted(BEGIN, count(1), count(1), count(2));
  expect(counter.takeTurn()).toEqual({
    input_tokens: 2000,
    cached_input_tokens: 1200,
    output_tokens: 100,
    reasoning_tokens: 20,
    total_tokens: 2100,
  });
  expect(counter.takeTurn()).toBeUndefined();
  counter.tokenCount(count(3));
  expect(counter.takeTurn()?.input_tokens).toBe(1000);
  expect(calls(counter)).toBe(3);
});

test.each<[string, number, JsonObject[]]>([
  ['repeats what it said', 2, [BEGIN, count(1), count(1), count(2), count(2)]],
  [
    'begins anew in each process (up to 0.77)',
    5,
    [BEGIN, count(1), count(2), BEGIN, count(1), count(2), BEGIN, count(1)],
  ],
  ['begins anew at more than it had', 4, [BEGIN, count(1), BEGIN, count(3, 3)]],
  [
    'begins anew at what it was, in each process (up to 0.40)',
    3,
    [PROMPT, count(1), PROMPT, count(1), PROMPT, count(1)],
  ],
  ['begins anew at more than it was (up to 0.40)', 4, [PROMPT, count(1), PROMPT, count(3, 3)]],
  ['continues behind a prompt (up to 0.40)', 3, [PROMPT, count(1), PROMPT, count(2), count(3)]],
  [
    'is repeated behind a prompt where processes are marked',
    2,
    [BEGIN, PROMPT, count(1), PROMPT, count(1), count(2)],
  ],
  [
    'is repeated behind a prompt of a later version',
    2,
    [LATER_PROMPT, count(1), LATER_PROMPT, count(1), count(2)],
  ],
  ['begins anew without saying so', 3, [count(1), count(2), count(1)]],
  [
    'continues in the next process (from 0.79 on)',
    4,
    [BEGIN, count(1), count(2), count(2), count(3), count(4)],
  ],
  ['continues although it began with null', 3, [BEGIN, count(1), count(2), BEGIN, count(3)]],
  ['has nothing in its last report, after a compaction', 2, [count(1), count(2), count(2, 0)]],
  ['continues from the total of the session it was forked from', 2, [count(5), count(6)]],
  ['repeats the records of the calls', 2, [record(1), count(1), record(2), count(2)]],
  ['repeats several records at once', 3, [record(1), record(2), record(3), count(3)]],
  [
    'still repeats an old total behind a new record',
    2,
    [record(1), count(1), record(2), count(1), count(2)],
  ],
  [
    'continues from an older version’s total, where records begin at nothing',
    4,
    [BEGIN, count(1), count(2), record(1), count(3), record(2), count(4)],
  ],
  [
    'of a fork is at first that of its parent',
    2,
    [FORK, count(5, 4), record(6), count(6), count(6, 0), record(7), count(7)],
  ],
  ['is that of the parent of a fork, and no more', 0, [FORK, count(5, 4)]],
  ['of a fork of an older version counts from its first call', 2, [OLD_FORK, count(5), count(6)]],
  ['of a fork repeats its records', 2, [record(6), count(6), record(7), count(7)]],
  ['continues alone after records', 3, [record(1), count(1), record(2), count(2), count(3)]],
])('counts right when the total %s', (_, expected, payloads) => {
  expect(calls(counted(...payloads))).toBe(expected);
});

test('a turn that only repeats the total of the last has used nothing', () => {
  const counter = counted(BEGIN, count(1), count(2));
  counter.takeTurn();
  counter.tokenCount(BEGIN);
  counter.tokenCount(count(2));
  expect(counter.takeTurn()).toBeUndefined();
});

test('is unknown while no record says it', () => {
  expect(counted().total()).toBeUndefined();
  expect(counted(BEGIN, { info: {} }, { info: { total_token_usage: 7 } }).total()).toBeUndefined();
});

test('any payload is answered', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.boolean(), fc.dictionary(fc.string(), fc.jsonValue()))),
      (all) => {
        const counter = createUsageCounter();
        for (const [isRecord, payload] of all) {
          if (isRecord) counter.usageRecord({ ...payload, usage: payload });
          else counter.tokenCount({ ...payload, info: { total_token_usage: payload } });
        }
        expect(counter.total()?.total_tokens ?? 0).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
