import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { priceList } from './price-list.js';
import { type CallTokens, costAt, loadPrices, ownPriceFile, type Prices } from './prices.js';

const NOTHING = { input: 0, cached: 0, written: 0, output: 0, reasoning: 0 };
const prices = loadPrices();

/** What one call costs: all of it more, if its prompt is long. */
function costOf(list: Prices, model: string, tokens: CallTokens): number | undefined {
  const rates = list.ratesOf(model);
  const long = rates?.above?.find(({ tokens: limit }) => tokens.input > limit);
  return rates && costAt(long ?? rates, tokens);
}

function pricesIn(content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-prices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'prices.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return loadPrices(path);
}

test('a name that looks like that of a scripted model has no price', () => {
  expect(prices.ratesOf('(scripted) gpt-5')).toBeUndefined();
});

test('the list that comes with the package has the form of a price file', () => {
  const list: unknown = JSON.parse(readFileSync(ownPriceFile, 'utf8'));
  expect(priceList.parse(list)).toEqual(list);
});

test('what came from a cache, what was written to it and the rest of the input have their own prices', () => {
  const tokens = { ...NOTHING, input: 100_000, cached: 60_000, written: 10_000, output: 1000 };
  const cost = 30_000 * 3 + 60_000 * 0.3 + 10_000 * 3.75 + 1000 * 15;
  expect(costOf(prices, 'claude-sonnet-4-5-20250929', tokens)).toBeCloseTo(cost / 1e6, 10);
});

test('a call with a long prompt costs what the list has for those', () => {
  const cost = (input: number) => costOf(prices, 'claude-sonnet-4-5', { ...NOTHING, input });
  expect(cost(200_000)).toBeCloseTo(0.6, 10);
  expect(cost(200_001)).toBeCloseTo(1.200006, 10);
});

test.each([
  'claude-sonnet-4-5[1m]',
  'anthropic/claude-sonnet-4-5',
  'gpt-5.3-codex',
  'gemini-2.5-pro',
])('%s has a price', (model) => {
  expect(costOf(prices, model, { ...NOTHING, input: 1e6 })).toBeGreaterThan(0);
});

test.each(['', 'my-model', 'my-proxy/claude-sonnet-4-5'])('%j has none', (model) => {
  expect(costOf(prices, model, { ...NOTHING, input: 1e6 })).toBeUndefined();
});

test('the list says where it is from, and of which day', () => {
  expect(prices.source).toMatch(/^https:/);
  expect(prices.date).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('a list of LiteLLM is taken, with its tiers', () => {
  const own = pricesIn({
    sample_spec: { mode: 'chat' },
    'gemini/gemini-9': {
      litellm_provider: 'gemini',
      input_cost_per_token: 1e-6,
      output_cost_per_token: 4e-6,
      cache_read_input_token_cost: 1e-7,
      input_cost_per_token_above_200k_tokens: 2e-6,
    },
  });
  const tokens = { ...NOTHING, input: 1000, cached: 500, output: 10 };
  expect(costOf(own, 'gemini-9', tokens)).toBeCloseTo((500 + 50 + 40) / 1e6, 12);
  expect(costOf(own, 'gemini-9', { ...NOTHING, input: 300_000 })).toBeCloseTo(0.6, 10);
});

test.each([['[]'], ['{'], [{ models: [] }]])('%j is refused', (content) => {
  expect(() => pricesIn(content)).toThrow(/is no price file/);
});

test('a file that is not there is named', () => {
  expect(() => loadPrices('/no/such/prices.json')).toThrow('/no/such/prices.json');
});
