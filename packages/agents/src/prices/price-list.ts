import { z } from 'zod';

// What models cost. The list that comes with the package is made from a public one by
// `npm run prices`; anybody can give another.

const amount = z.number().nonnegative();

const rates = z.object({
  /** Dollars for a million tokens of input that came from no cache. */
  input: amount,
  output: amount,
  /** Absent: as input. */
  cacheRead: amount.optional(),
  cacheWrite: amount.optional(),
  /** Absent: as output. */
  reasoning: amount.optional(),
});

/** Dollars for a million tokens. */
export type Rates = z.infer<typeof rates>;

/** Which names of models are meant. */
type ModelMatch =
  | { readonly equals: string }
  | { readonly starts_with: string }
  | { readonly ends_with: string }
  | { readonly contains: string }
  | { readonly regex: string }
  | { readonly or: readonly ModelMatch[] }
  | { readonly and: readonly ModelMatch[] };

const modelMatch: z.ZodType<ModelMatch> = z.lazy(() =>
  z.union([
    z.object({ equals: z.string() }),
    z.object({ starts_with: z.string() }),
    z.object({ ends_with: z.string() }),
    z.object({ contains: z.string() }),
    z.object({ regex: z.string() }),
    z.object({ or: z.array(modelMatch) }),
    z.object({ and: z.array(modelMatch) }),
  ]),
);

const pricedModel = rates.extend({
  model: z.string(),
  match: modelMatch,
  /** What a call with a longer prompt costs, the longest first. */
  above: z.array(rates.extend({ tokens: z.number() })).optional(),
});

export type PricedModel = z.infer<typeof pricedModel>;

/** A price file. */
export const priceList = z.object({
  /** Where the prices are from. */
  source: z.string(),
  /** The day that they are of. */
  date: z.string(),
  /** By provider, the models in the order in which they are tried. */
  providers: z.record(z.string(), z.array(pricedModel)),
});

export type PriceList = z.infer<typeof priceList>;

/** Whether a name of a model is meant. */
export function isMatch(match: ModelMatch, name: string): boolean {
  if ('equals' in match) return name === match.equals;
  if ('starts_with' in match) return name.startsWith(match.starts_with);
  if ('ends_with' in match) return name.endsWith(match.ends_with);
  if ('contains' in match) return name.includes(match.contains);
  if ('regex' in match) return new RegExp(match.regex).test(name);
  if ('or' in match) return match.or.some((one) => isMatch(one, name));
  return match.and.every((one) => isMatch(one, name));
}
