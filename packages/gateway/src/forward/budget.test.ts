import { expect, test } from 'vitest';
import { budgetRefusal, createLedger } from './budget.js';

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

const ESTIMATE = { inputTokens: 40, outputTokens: 40 };
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
