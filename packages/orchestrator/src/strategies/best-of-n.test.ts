import { expect, test } from 'vitest';
import { playStrategy } from '../../test-inputs/played-strategy.js';
import { taskResult } from '../../test-inputs/task-result.js';
import { bestOfN } from './best-of-n.js';

test('a candidate that changed nothing is ranked behind the winner', async () => {
  const given = { n: 2, scorers: 0, tie_breaker: 'smallest_diff' };
  const { selected } = await playStrategy(bestOfN, given, (key) => ({
    status: 'completed',
    result: taskResult({ key, hasChanges: key === 'cand2/gen', commit: key }),
  }));
  expect(selected).toMatchObject({ winner: { key: 'cand2/gen' }, reason: 'only' });
  expect(selected?.ranking.map(({ key }) => key)).toEqual(['cand2/gen', 'cand1/gen']);
});

test('more successes than there are candidates are refused, before one is asked', () => {
  expect(bestOfN.params.safeParse({ n: 2, min_success: 3 })).toMatchObject({ success: false });
  expect(bestOfN.params.safeParse({ candidates: 'codex*3', min_success: 3 }).success).toBe(true);
});
