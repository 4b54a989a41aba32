import { expect, test } from 'vitest';
import { createStatsCounter } from '../interpret/translation-stats.js';
import { notesOf } from './session-notes.js';

test('has nothing to say of a file that was understood', () => {
  const watchdog = createStatsCounter();
  watchdog.record({ native: 'message', disposition: 'mapped', events: [] });
  expect(notesOf(watchdog.stats())).toEqual([]);
});

test('tells of an empty file', () => {
  expect(notesOf(createStatsCounter().stats())).toEqual(['The file holds no records.']);
});

test('tells of what was left out, a torn line once', () => {
  const watchdog = createStatsCounter();
  watchdog.fault('malformed');
  watchdog.fault('torn');
  watchdog.fault('tooLong');
  for (let sort = 0; sort < 7; sort += 1)
    watchdog.record({ native: `new/${sort}`, disposition: 'unknown', events: [] });
  expect(notesOf(watchdog.stats())).toEqual([
    'The last line is cut off and was left out.',
    '1 line left out: too long for a record.',
    '1 line left out: no JSON object.',
    '7 records left out: no rule for new/0, new/1, new/2, new/3, new/4 and 2 more.',
  ]);
});
