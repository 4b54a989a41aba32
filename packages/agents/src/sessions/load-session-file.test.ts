import { expect, test } from 'vitest';
import { createStatsCounter } from '../interpret/driver.js';
import { notesOf } from './load-session-file.js';

test('has nothing to say of a file that was understood', () => {
  const counter = createStatsCounter();
  counter.record({ native: 'message', disposition: 'mapped', events: [] });
  expect(notesOf(counter.stats())).toEqual([]);
});

test('reports an empty file', () => {
  expect(notesOf(createStatsCounter().stats())).toEqual(['The file holds no records.']);
});

test('reports what was left out, a torn line once', () => {
  const counter = createStatsCounter();
  counter.fault('not JSON');
  counter.fault('torn');
  counter.fault('too long');
  for (let sort = 0; sort < 7; sort += 1)
    counter.record({ native: `new/${sort}`, disposition: 'unknown', events: [] });
  expect(notesOf(counter.stats())).toEqual([
    'The last line is cut off and was left out.',
    '1 line left out: too long for a record.',
    '1 line left out: no JSON object.',
    '7 records left out: no rule for new/0, new/1, new/2, new/3, new/4 and 2 more.',
  ]);
});
