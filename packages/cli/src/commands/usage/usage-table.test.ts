import type { UsageAmounts, UsageRow } from '@dragoman/agents';
import type { Usage } from '@dragoman/runtime';
import { expect, test } from 'vitest';
import { costCell, usageTable } from './usage-table.js';

function amounts(tokens: number, cost: Partial<UsageAmounts['cost']> = {}): UsageAmounts {
  return {
    calls: 1,
    input_tokens: tokens,
    cached_input_tokens: tokens / 2,
    cache_write_input_tokens: 0,
    output_tokens: 50,
    reasoning_tokens: 10,
    total_tokens: tokens + 50,
    cost: { usd: 1.5, said_usd: 1.5, computed_usd: 0, unpriced_tokens: 0, ...cost },
  };
}

function row(key: string, tokens: number, models: readonly string[]): UsageRow {
  return {
    ...amounts(tokens),
    ...{
      key,
      agents: ['codex'],
      projects: ['/home/ada/app'],
      first: '',
      last: '2026-01-02T00:00:00Z',
    },
    models: models.map((model) => ({ model, ...amounts(tokens / models.length) })),
  };
}

const usage: Usage = {
  by: 'daily',
  rows: [
    row('2026-01-01', 1_234_568, ['gpt-5.3-codex', 'claude-sonnet-4-5']),
    row('2026-01-02', 1000, ['gpt-5']),
  ],
  total: amounts(1_235_568),
  ...{ models: [], unpriced: [], prices: { source: '', date: '' }, problems: [] },
};
const plain = (_format: unknown, text: string) => text;

test('numbers end in one column, days have bars, models of a mixed day are listed below it', () => {
  const table = usageTable(usage, {
    columns: 120,
    paint: plain,
    breakdown: true,
    home: '/home/ada',
  });
  const lines = table.trimEnd().split('\n');
  expect(lines.map((line) => line.trim().split(/\s+/)[0])).toEqual([
    ...['DAY', '2026-01-01', 'gpt-5.3-codex', 'claude-sonnet-4-5', '2026-01-02', 'TOTAL'],
  ]);
  const ends = lines
    .map((line) => /INPUT|1,234,568|617,284|1,000|1,235,568/.exec(line))
    .map((found) => (found?.index ?? 0) + (found?.[0].length ?? 0));
  expect(new Set(ends).size).toBe(1);
  expect(lines[1]).toMatch(/█{8,}$/);
  expect(lines[4]).toMatch(/█$/);
});

test.each([40, 60, 80, 100, 120])('%d columns are enough', (columns) => {
  for (const by of ['daily', 'session', 'model'] as const) {
    const options = { columns, paint: plain, breakdown: true, home: '/home/ada' };
    const lines = usageTable({ ...usage, by }, options).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines[0]).toContain('COST');
  }
});

test('a long name of a model is whole where there is room, and cut where there is not', () => {
  const model = '(scripted) anthropic/claude-sonnet-4-5';
  const long = { ...usage, rows: [row('2026-01-01', 10, [model, 'gpt-5'])] };
  const at = (columns?: number) =>
    usageTable(long, { columns, paint: plain, breakdown: true, home: '/home/ada' });
  expect(at()).toContain(`  ${model}  `);
  expect(at(120)).toContain(`  ${model}  `);
  expect(at(60)).toContain('  (scripted) anthr');
  expect(
    Math.max(
      ...at(60)
        .split('\n')
        .map(({ length }) => length),
    ),
  ).toBeLessThanOrEqual(60);
});

test('models can be left out', () => {
  const table = usageTable(usage, { columns: 80, paint: plain, breakdown: false, home: '' });
  expect(table).not.toContain('gpt');
});

test.each([
  [{}, '$1.50'],
  [{ said_usd: 0, computed_usd: 1.5 }, '~$1.50'],
  [{ unpriced_tokens: 7 }, '$1.50 + ?'],
  [{ usd: undefined, unpriced_tokens: 7 }, '?'],
])('a cost of %j is shown as %s', (cost, shown) => {
  expect(costCell(amounts(1, cost))).toBe(shown);
});
