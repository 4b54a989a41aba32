import { expect, test } from 'vitest';
import { printRows, toRows } from './deep-table.mjs';

const passed = (count: number) => ({ state: 'passed', count });

test('a row sums up what its tests have tried, and counts those that failed', () => {
  const rows = toRows(
    new Map([
      [
        'packages/testkit/src/views/codex/law-fresh.test.ts',
        [passed(1), { state: 'failed', count: 1 }],
      ],
      ['packages/testkit/src/views/claude/law-fresh.test.ts', [passed(1)]],
      ['packages/protocol/src/hostile.test.ts', [passed(100_000)]],
    ]),
  );
  expect(rows).toContainEqual(expect.objectContaining({ unit: 'scenarios', count: 3, bad: 1 }));
  expect(rows).toContainEqual(expect.objectContaining({ unit: 'inputs', count: 100_000, bad: 0 }));
  expect(printRows(rows)).toMatch(/hostile inputs.* 100,000 inputs +0\n/);
});

test('a row whose tests did not run is bad, and a file without a row has its own', () => {
  const rows = toRows(new Map([['packages/new/src/new.deep.test.ts', [passed(1)]]]));
  expect(rows.filter(({ bad }) => bad === 0)).toEqual([
    { what: 'packages/new/src/new.deep.test.ts', unit: 'tests', count: 1, bad: 0 },
  ]);
});
