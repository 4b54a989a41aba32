import type { PricedModel } from './price-list.js';

// What a script or a recording answers costs nothing. Its tokens count, under the model's name with a
// mark before it, so that nobody takes them for a bill.

/** What answered in place of a model. */
export type UnpaidBy = 'scripted' | 'replayed';

const MARK = /^\((?:scripted|replayed)\) /;

/** The name under which tokens count that nobody paid for. */
export function unpaidModel(model: string, by: UnpaidBy): string {
  return `(${by}) ${model || 'unknown'}`;
}

/** What such a model costs: nothing. Undefined for any other. */
export function unpaidRates(name: string): PricedModel | undefined {
  if (!MARK.test(name)) return undefined;
  return { model: name, match: { equals: name }, input: 0, output: 0 };
}
