import { expect, test } from 'vitest';
import { budgetRefusal, type CostOf, createLedger } from './budget.js';

const USED = {
  requests: 3,
  inputTokens: 100,
  cachedInputTokens: 90,
  outputTokens: 10,
  reasoningTokens: 5,
};

test('a budget without limits refuses nothing', () => {
  expect(budgetRefusal({}, USED)).toBeUndefined();
});

test('a limit is reached at its value, and one more is still below it', () => {
  expect(budgetRefusal({ requests: 3 }, USED)?.code).toBe('budget_exceeded');
  expect(budgetRefusal({ requests: 4 }, USED)).toBeUndefined();
});

test('a limit of nothing refuses the first request', () => {
  const unused = { ...USED, requests: 0, inputTokens: 0, outputTokens: 0 };
  expect(budgetRefusal({ requests: 0 }, unused)).toBeDefined();
  expect(budgetRefusal({ totalTokens: 0 }, unused)).toBeDefined();
});

test('input and output count together against the total, cache and reasoning not twice', () => {
  expect(budgetRefusal({ totalTokens: 111 }, USED)).toBeUndefined();
  expect(budgetRefusal({ totalTokens: 110 }, USED)?.message).toContain(
    'may use 110 tokens and has used 110. Raise the totalTokens limit',
  );
});

const ESTIMATE = { inputTokens: 40, outputTokens: 40, models: ['gpt-5'] };
const unused = () => ({ ...USED, requests: 0, inputTokens: 0, outputTokens: 0 });

test('side by side goes what fits together, one after the other what might not', async () => {
  const ledger = createLedger({ totalTokens: 200 });
  const usage = unused();
  const { signal } = new AbortController();
  const first = await ledger.admit(usage, ESTIMATE, signal);
  const second = await ledger.admit(usage, ESTIMATE, signal);
  let isIn = false;
  const third = ledger.admit(usage, ESTIMATE, signal).then((reservation) => {
    isIn = true;
    return reservation;
  });
  usage.inputTokens += 90;
  first.release();
  await new Promise(setImmediate);
  expect(isIn).toBe(false);
  usage.inputTokens += 90;
  second.release();
  await third;
  expect(usage.requests).toBe(3);
});

test('who waits is refused when the last answer used up the budget, and may go', async () => {
  const ledger = createLedger({ totalTokens: 100 });
  const usage = unused();
  const leaving = new AbortController();
  const first = await ledger.admit(usage, ESTIMATE, new AbortController().signal);
  const second = ledger.admit(usage, ESTIMATE, new AbortController().signal);
  const third = ledger.admit(usage, ESTIMATE, leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(third).rejects.toThrow('gone');
  usage.outputTokens += 100;
  first.release();
  await expect(second).rejects.toMatchObject({ code: 'budget_exceeded' });
  expect(usage.requests).toBe(1);
});

/** A dollar for a token of output; a tenth of it for input, a hundredth where that comes from a cache. */
const costOf: CostOf = (model, { inputTokens, cachedInputTokens, outputTokens }) => {
  if (model === 'dear') return 1000;
  if (model !== 'gpt-5') return undefined;
  return (inputTokens - cachedInputTokens) * 0.1 + cachedInputTokens * 0.01 + outputTokens;
};

test('a budget in dollars counts what answers cost, not what they were taken to cost before', async () => {
  const ledger = createLedger({ costUsd: 5 }, costOf);
  const usage = unused();
  const { signal } = new AbortController();
  const answer = { inputTokens: 20, cachedInputTokens: 10, outputTokens: 2, reasoningTokens: 0 };
  for (const spent of [3.1, 6.2]) {
    const reservation = await ledger.admit(usage, ESTIMATE, signal);
    reservation.release(answer);
    reservation.release(answer);
    expect(usage).toHaveProperty('costUsd', spent);
  }
  await expect(ledger.admit(usage, ESTIMATE, signal)).rejects.toThrow(
    'Budget reached: this turn may use 5 dollars and has used 6.2.',
  );
});

test('of several models that may answer, the dearest is charged', async () => {
  const ledger = createLedger({ costUsd: 5 }, costOf);
  const usage = unused();
  const asked = { ...ESTIMATE, models: ['gpt-5', 'dear'] };
  const reservation = await ledger.admit(usage, asked, new AbortController().signal);
  reservation.release({ ...USED, inputTokens: 1 });
  expect(usage).toHaveProperty('costUsd', 1000);
});

test.each([[['no-price']], [['gpt-5', 'no-price']], [[undefined]]])(
  'the models %j have no price, and a budget in dollars lets none of them in',
  async (models) => {
    const ledger = createLedger({ costUsd: 5 }, costOf);
    const usage = unused();
    const asked = ledger.admit(usage, { ...ESTIMATE, models }, new AbortController().signal);
    await expect(asked).rejects.toMatchObject({ code: 'price_unknown' });
    expect(usage.requests).toBe(0);
    const free = createLedger({ totalTokens: 5 }, costOf);
    await free.admit(usage, { ...ESTIMATE, models }, new AbortController().signal);
  },
);
