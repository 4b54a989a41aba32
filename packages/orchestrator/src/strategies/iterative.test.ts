import { expect, test } from 'vitest';
import { playStrategy } from '../../test-inputs/played-strategy.js';
import { taskResult } from '../../test-inputs/task-result.js';
import { iterative } from './iterative.js';
import type { TaskOutcome } from './recorded-strategy.js';

const MENDED = { issues: [], score: 9, done: true };

function completed(result: Parameters<typeof taskResult>[0]): TaskOutcome {
  return { status: 'completed', result: taskResult(result) };
}

test('work whose check fails is no success, however well it was reviewed', async () => {
  const played = playStrategy(iterative, { iterations: 2, verify: 'npm test' }, (key) => {
    if (key.endsWith('/verify')) return completed({ key, exitCode: 1 });
    if (key.startsWith('review/')) return completed({ key, structured: MENDED });
    return completed({ key, hasChanges: true, commit: key });
  });
  await expect(played).rejects.toMatchObject({ code: 'no_viable_candidates' });
});

test('a round hears of the check that failed on the one before', async () => {
  const { asked, selected } = await playStrategy(
    iterative,
    { iterations: 2, verify: 'npm test' },
    (key) => {
      if (key === 'iter/1/verify')
        return completed({ key, exitCode: 1, finalMessage: 'it is red' });
      if (key.endsWith('/verify')) return completed({ key, exitCode: 0 });
      if (key.startsWith('review/')) return completed({ key, structured: MENDED });
      return completed({ key, hasChanges: true, commit: key });
    },
  );
  expect(asked.get('iter/2')).toMatchObject({ prompt: expect.stringContaining('it is red') });
  expect(selected).toMatchObject({ winner: { key: 'iter/2' }, reason: 'last_round' });
});

test('a round that changed nothing leaves the branch of the one before', async () => {
  const issues = [{ title: 'It is slow', why: 'It reads twice.', fix: 'Read once.' }];
  const { selected } = await playStrategy(iterative, {}, (key) => {
    if (key.startsWith('review/'))
      return completed({ key, structured: { issues, score: 5, done: false } });
    return completed({ key, hasChanges: key === 'iter/1', commit: 'one' });
  });
  expect(selected).toMatchObject({ winner: { key: 'iter/1' }, reason: 'no_changes' });
});
