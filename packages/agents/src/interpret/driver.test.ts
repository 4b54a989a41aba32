import { expect, test } from 'vitest';
import { createStatsCounter } from './driver.js';

test('ever new names of records are counted under a bounded number, and none gets lost', () => {
  const counter = createStatsCounter();
  const names = Array.from({ length: 5000 }, (_, index) => `made-up-${index}`);
  for (const native of ['known', ...names, 'known', ...names]) {
    const disposition = native === 'known' ? 'mapped' : 'unknown';
    counter.record({ native, disposition, events: [] });
  }
  const { natives, unknown, dispositions, lines } = counter.stats();
  expect(natives.size).toBe(1001);
  expect(natives.get('known')).toEqual({ disposition: 'mapped', count: 2 });
  expect(natives.get('(other names)')).toEqual({ disposition: 'unknown', count: 2 * 4001 });
  expect(unknown.size).toBe(1000);
  expect([...unknown.values()].reduce((sum, count) => sum + count)).toBe(dispositions.unknown);
  expect({ lines, ...dispositions }).toEqual({
    lines: 10_002,
    mapped: 2,
    metadata: 0,
    unknown: 10_000,
  });
});
