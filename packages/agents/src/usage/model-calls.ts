import type { PricedModel } from '../prices/price-list.js';
import { costAt } from '../prices/prices.js';
import { addSums, type UsageSum } from './usage-sum.js';

// Calls of one model, added up. A price is so much a token, so that it is enough to know the tokens of
// all calls that have the same one.

/** What calls used, figure by figure. */
export type Figures = Float64Array;

/** Positions of figures. */
export const FIGURE = {
  calls: 0,
  input: 1,
  cached: 2,
  written: 3,
  output: 4,
  reasoning: 5,
  /** What the agent said that it cost. */
  cost: 6,
} as const;

const LENGTH = Object.keys(FIGURE).length;

export interface ModelCalls {
  /** Undefined: the model has no price. */
  readonly rates: PricedModel | undefined;
  /** Calls of which the agent said what they cost. */
  readonly said: Figures;
  /** The others. */
  readonly unsaid: Figures;
  /** Of the others those with a prompt so long that they have another price, the longest first. */
  readonly long: readonly { readonly above: number; readonly figures: Figures }[];
}

export function createModelCalls(rates: PricedModel | undefined): ModelCalls {
  return {
    rates,
    said: new Float64Array(LENGTH),
    unsaid: new Float64Array(LENGTH),
    long: (rates?.above ?? []).map(({ tokens: above }) => ({
      above,
      figures: new Float64Array(LENGTH),
    })),
  };
}

/** Where a call without a cost is added, by how long its prompt is. */
export function figuresFor({ unsaid, long }: ModelCalls, input: number): Figures {
  return long.find(({ above }) => input > above)?.figures ?? unsaid;
}

/** Adds a figure. */
export function addFigure(figures: Figures, position: number, amount: number): void {
  figures[position] = (figures[position] ?? 0) + amount;
}

/** What the calls used, and what they cost. */
export function sumOfCalls({ rates, said, unsaid, long }: ModelCalls): UsageSum {
  const at = (figures: Figures, index?: number): UsageSum => {
    const [calls = 0, input = 0, cached = 0, written = 0, output = 0, reasoning = 0] = figures;
    const tokens = { input, cached, written, output, reasoning };
    const paid = index === undefined ? rates : rates?.above?.[index];
    return {
      ...{ calls, ...tokens, said: 0 },
      computed: paid === undefined ? 0 : costAt(paid, tokens),
      unpriced: paid === undefined ? input + output : 0,
    };
  };
  return addSums([
    { ...at(said), said: said[FIGURE.cost] ?? 0, computed: 0, unpriced: 0 },
    at(unsaid),
    ...long.map(({ figures }, index) => at(figures, index)),
  ]);
}
