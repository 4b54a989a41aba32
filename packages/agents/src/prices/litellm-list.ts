import { z } from 'zod';
import type { PricedModel, PriceList } from './price-list.js';

/** LiteLLM's `model_prices_and_context_window.json`: dollars a token, by the name of the model. */
const litellmModel = z.looseObject({
  input_cost_per_token: z.number(),
  output_cost_per_token: z.number(),
  cache_read_input_token_cost: z.number().optional(),
  cache_creation_input_token_cost: z.number().optional(),
  output_cost_per_reasoning_token: z.number().optional(),
  litellm_provider: z.string().optional(),
});

const MILLION = 1e6;
const TIER = /^(input|output)_cost_per_token_above_(\d+)k_tokens$/;

/** A list of LiteLLM's as one of ours; undefined when it is none. */
export function fromLitellm(list: unknown): PriceList | undefined {
  const entries = z.record(z.string(), z.unknown()).safeParse(list);
  if (!entries.success) return undefined;
  const providers: Record<string, PricedModel[]> = {};
  for (const [name, entry] of Object.entries(entries.data)) {
    const parsed = litellmModel.safeParse(entry);
    if (!parsed.success) continue;
    const provider = parsed.data.litellm_provider ?? '';
    const [model = name] = name.split('/').slice(-1);
    providers[provider] ??= [];
    providers[provider].push(toModel(model, parsed.data));
  }
  if (Object.keys(providers).length === 0) return undefined;
  return { source: 'a list in the form of LiteLLM', date: '', providers };
}

function toModel(model: string, prices: z.infer<typeof litellmModel>): PricedModel {
  const optional = {
    cacheRead: prices.cache_read_input_token_cost,
    cacheWrite: prices.cache_creation_input_token_cost,
    reasoning: prices.output_cost_per_reasoning_token,
  };
  const base = {
    input: perMillion(prices.input_cost_per_token),
    output: perMillion(prices.output_cost_per_token),
    ...Object.fromEntries(
      Object.entries(optional).flatMap(([name, price]) =>
        price === undefined ? [] : [[name, perMillion(price)]],
      ),
    ),
  };
  const above = tiersOf(prices).map(({ tokens, ...higher }) => ({ ...base, ...higher, tokens }));
  return { model, match: { equals: model }, ...base, ...(above.length > 0 && { above }) };
}

function tiersOf(prices: Readonly<Record<string, unknown>>) {
  const tiers = new Map<number, Record<string, number>>();
  for (const [name, price] of Object.entries(prices)) {
    const [, figure, thousands] = TIER.exec(name) ?? [];
    if (figure === undefined || typeof price !== 'number') continue;
    const tokens = Number(thousands) * 1000;
    tiers.set(tokens, { ...tiers.get(tokens), [figure]: perMillion(price) });
  }
  return [...tiers]
    .sort(([left], [right]) => right - left)
    .map(([tokens, higher]) => ({ ...higher, tokens }));
}

function perMillion(price: number): number {
  return Number((price * MILLION).toPrecision(12));
}
