import { expect, test } from 'vitest';
import { claudeUsage } from '../claude/usage-format.js';
import { loadPrices } from '../prices/prices.js';
import type { CollectedPart } from './collect-usage.js';
import { summariseUsage, type UsageQuery } from './summarise-usage.js';
import type { CountAfter } from './usage-part.js';
import { createUsageRows, type ModelCall } from './usage-rows.js';

type Call = Partial<Omit<ModelCall, 'figures'>> & { readonly cost?: number };

function part(calls: readonly Call[], more: Partial<CollectedPart> = {}): CollectedPart {
  const rows = createUsageRows();
  for (const [index, { cost, ...call }] of calls.entries()) {
    const figures = {
      input_tokens: 1000,
      cached_input_tokens: 600,
      output_tokens: 50,
      total_tokens: 1050,
    };
    rows.add({
      ...{
        key: `${more.session} ${index}`,
        time: Date.UTC(2026, 0, 1, 12),
        model: 'claude-sonnet-4-5',
      },
      ...call,
      figures: cost === undefined ? figures : { ...figures, cost_usd: cost },
    });
  }
  return {
    agent: 'claude',
    format: claudeUsage,
    home: '/home',
    path: '/file',
    born: 0,
    session: 'one',
    cwd: '/work',
    counts: [],
    models: rows.models,
    words: rows.words(),
    ...more,
  };
}

function summarise(parts: readonly CollectedPart[], query: Partial<UsageQuery> = {}) {
  return summariseUsage(parts, { by: 'daily', prices: loadPrices(), ...query });
}

const countOf = (after: number, input: number, output: number, cost: number): CountAfter => ({
  after,
  count: {
    models: {
      'claude-sonnet-4-5': { input, cached: 0.6 * input, written: 0, output, reasoning: 0, cost },
    },
    cost,
  },
});

test('a call counts on the local day on which it was made', () => {
  const late = new Date(2026, 0, 31, 23, 59).getTime();
  const early = new Date(2026, 1, 1, 0, 1).getTime();
  const parts = [part([{ time: late }, { time: early }])];
  expect(summarise(parts).rows.map(({ key }) => key)).toEqual(['2026-01-31', '2026-02-01']);
  expect(summarise(parts, { by: 'weekly' }).rows.map(({ key }) => key)).toEqual(['2026-01-26']);
  expect(summarise(parts, { by: 'monthly' }).rows.map(({ key }) => key)).toEqual([
    '2026-01',
    '2026-02',
  ]);
  const since = new Date(2026, 1, 1).getTime();
  expect(summarise(parts, { since }).total.calls).toBe(1);
  expect(summarise(parts, { until: since }).total.calls).toBe(1);
});

test('a call that two sessions have counts in the one that was made first', () => {
  const calls = [{ key: 'a' }, { key: 'b' }];
  const parent = part(calls, { session: 'parent', born: 1 });
  const fork = part([...calls, { key: 'c' }], { session: 'fork', born: 2 });
  const { rows, total } = summarise([parent, fork], { by: 'session' });
  expect(Object.fromEntries(rows.map(({ key, calls: count }) => [key, count]))).toEqual({
    parent: 2,
    fork: 1,
  });
  expect(total.total_tokens).toBe(3150);
});

test('a cost that an agent says is taken, another is computed, and one without a price is not 0', () => {
  const { total, unpriced } = summarise([part([{ cost: 2 }, {}, { model: 'no-such-model' }])]);
  expect(total.cost).toEqual({
    usd: 2.00213,
    said_usd: 2,
    computed_usd: 0.00213,
    unpriced_tokens: 1050,
  });
  expect(unpriced).toEqual(['no-such-model']);
  const none = summarise([part([{ model: 'no-such-model' }])]).total;
  expect(none.cost.usd).toBeUndefined();
});

test('a count of a session has what its messages lack, and says what they cost', () => {
  const { total } = summarise([part([{}, {}], { counts: [countOf(2, 3000, 150, 0.9)] })]);
  expect(total).toMatchObject({ input_tokens: 3000, output_tokens: 150 });
  expect(total.cost).toMatchObject({ said_usd: 0.9, computed_usd: 0, unpriced_tokens: 0 });
});

test('a fork goes on from the count of its parent, which counts once', () => {
  const calls = [{ key: 'a' }, { key: 'b' }];
  const parent = part(calls, { session: 'parent', counts: [countOf(2, 3000, 150, 0.9)] });
  const fork = part([...calls, { key: 'c' }], {
    session: 'fork',
    born: 1,
    counts: [countOf(3, 4000, 200, 1.2)],
  });
  const { total } = summarise([parent, fork]);
  expect(total).toMatchObject({ input_tokens: 4000, output_tokens: 200 });
  expect(total.cost.said_usd).toBeCloseTo(1.2, 9);
});

test('what a killed process used is in no count after it', () => {
  const { total } = summarise([part([{}, {}, {}], { counts: [countOf(3, 1000, 50, 0.3)] })]);
  expect(total).toMatchObject({ calls: 3, input_tokens: 3000, output_tokens: 150 });
  expect(total.cost).toMatchObject({ said_usd: 0.3, computed_usd: 0.00426 });
});

test('a call that used nothing and cost nothing is in no row', () => {
  const rows = createUsageRows();
  const figures = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  const call = { time: Date.UTC(2026, 1, 1), model: undefined, figures };
  rows.add({ ...call, key: 'nothing' });
  rows.add({ ...call, key: 'free', figures: { ...figures, cost_usd: 0 } });
  const empty = { models: rows.models, words: rows.words(), session: 'empty' };
  const usage = summarise([part([{}]), part([], empty)], { by: 'session' });
  expect(usage.rows.map(({ key, calls }) => [key, calls])).toEqual([['one', 1]]);
  expect(usage.models.map(({ model }) => model)).toEqual(['claude-sonnet-4-5']);
});

test('only the sessions of a project', () => {
  const parts = [part([{}], { cwd: '/work' }), part([{}], { cwd: '/play', session: 'two' })];
  const isProject = (cwd: string | undefined) => cwd === '/play';
  expect(summarise(parts, { isProject, by: 'session' }).rows.map(({ key }) => key)).toEqual([
    'two',
  ]);
});
