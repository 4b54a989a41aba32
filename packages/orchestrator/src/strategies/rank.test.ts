import { expect, test } from 'vitest';
import { taskResult } from '../../test-inputs/task-result.js';
import { parseCandidates } from './candidates.js';
import type { Judged } from './judge.js';
import { rank } from './rank.js';
import { median, weightedScore } from './score.js';

function judged(
  key: string,
  given: Partial<Judged> & { passed?: boolean; lines?: number } = {},
): Judged {
  const { passed, lines = 1, ...rest } = given;
  const stats = { commits: 1, files: 1, insertions: lines, deletions: 0 };
  const verified =
    passed === undefined ? {} : { verified: { passed, exitCode: 0, output: '', durationMs: 1 } };
  return { result: taskResult({ key, stats }), ...verified, ...rest };
}

function order(candidates: readonly Judged[], tie: Parameters<typeof rank>[1] = 'first') {
  const { ranked, reason } = rank(candidates, tie, () => 0.5);
  return [...ranked.map(({ result }) => result.key), reason];
}

test('one that passes its check is before any score', () => {
  const failing = judged('a', { passed: false, score: 99 });
  expect(order([failing, judged('b', { passed: true, score: 10 })])).toEqual([
    'b',
    'a',
    'verified',
  ]);
});

test('the higher score is first; one without a score is last', () => {
  expect(order([judged('a'), judged('b', { score: 50 }), judged('c', { score: 60 })])).toEqual([
    'c',
    'b',
    'a',
    'score',
  ]);
});

test('a tie is broken as was asked for', () => {
  const equal = [judged('a', { score: 5, lines: 9 }), judged('b', { score: 5, lines: 2 })];
  expect(order(equal)).toEqual(['a', 'b', 'tie_first']);
  expect(order(equal, 'smallest_diff')).toEqual(['b', 'a', 'tie_smallest_diff']);
  expect(order([judged('a'), judged('b')])).toEqual(['a', 'b', 'first_success_no_scores']);
});

test('the weighted score is computed here, from 0 to 100', () => {
  const judgement = {
    criteria: { correctness: 10, completeness: 5, quality: 0 },
    reasoning: '',
    risks: [],
  };
  expect(weightedScore(judgement, { correctness: 5, completeness: 5, quality: 0 })).toBe(75);
  expect([median([3, 1, 2]), median([1, 2]), median([])]).toEqual([2, 1.5, undefined]);
});

test('candidates are written as agent, version, model and how many', () => {
  expect(parseCandidates('codex*2, claude@2.1.197=opus')).toEqual([
    { agent: 'codex' },
    { agent: 'codex' },
    { agent: 'claude@2.1.197', model: 'opus' },
  ]);
  for (const wrong of ['', 'codex*0', 'codex=', 'codex*x', 'codex*99,codex']) {
    expect(() => parseCandidates(wrong)).toThrow(/is no candidate|candidates are asked for/);
  }
});
