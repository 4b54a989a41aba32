import { expect, test } from 'vitest';
import { askModel } from '../testing/ask-model.js';
import { createClosing } from '../testing/closing.js';
import { startScripted } from '../testing/start-scripted.js';

const closing = createClosing();
const script = {
  usage: { input: 100, output: 50 },
  steps: [{ say: 'one' }, { say: 'two' }, { say: 'three' }],
};
const costOf = (model: string) => (model === 'm' ? 0.5 : undefined);

test.each([
  ['requests', { requests: 2 }],
  ['tokens', { totalTokens: 151 }],
  ['input', { inputTokens: 101 }],
  ['dollars', { costUsd: 0.6 }],
] as const)(
  'a turn of a script ends at its budget of %s, as one of a provider does',
  async (_of, budget) => {
    const { gateway, token, pass } = await startScripted(closing, script, { budget, costOf });
    const statuses = [];
    for (let time = 0; time < 3; time += 1) {
      const { status, text } = await askModel(gateway, { dialect: 'openai', token });
      statuses.push(status);
      if (time === 2) expect(text).toMatch(/budget_exceeded/);
    }
    expect(statuses).toEqual([200, 200, 400]);
    expect(pass.usage()).toMatchObject({ requests: 2, inputTokens: 200, outputTokens: 100 });
  },
);

test('a budget of dollars needs a price of the model, and prices', async () => {
  const budget = { costUsd: 1 };
  const { gateway, token } = await startScripted(closing, script, { budget, costOf });
  const extra = { model: 'mine' };
  const { status, text } = await askModel(gateway, { dialect: 'openai', token, extra });
  expect([status, text]).toEqual([400, expect.stringContaining('price_unknown')]);
  await expect(startScripted(closing, script, { budget })).rejects.toMatchObject({
    code: 'gateway_options_invalid',
  });
});
