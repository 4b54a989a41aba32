import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DragomanError, parseJson } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import { fromLitellm } from './litellm-list.js';
import { isMatch, type PricedModel, type PriceList, priceList, type Rates } from './price-list.js';

/** Tokens of calls. Cached and written ones are part of the input, reasoning of the output. */
export interface CallTokens {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly output: number;
  readonly reasoning: number;
}

/** What calls cost. */
export interface Prices {
  readonly source: string;
  readonly date: string;
  /** What tokens of a model cost. Undefined for a model that is not in the list. */
  ratesOf(model: string): PricedModel | undefined;
  /** What one call costs, in dollars. Undefined for a model that is not in the list. */
  costOf(model: string, tokens: CallTokens): number | undefined;
}

/** The names of providers that agents use and the list has otherwise. */
const PROVIDERS: Readonly<Record<string, string>> = {
  'amazon-bedrock': 'aws',
  'google-vertex': 'google',
  'google-vertex-anthropic': 'anthropic',
  gemini: 'google',
  xai: 'x-ai',
};
/** Whose model it is where nobody says: agents of these ask for their own. */
const USUAL = ['anthropic', 'openai', 'google', 'gemini', 'vertex_ai-language-models'];
/** `claude-sonnet-4-5[1m]`: what the CLI asks for beside the model. */
const VARIANT = /\[\w+\]$/;
const MILLION = 1e6;

/** The prices that come with the package, or those in a file: of this form, or LiteLLM's. */
export function loadPrices(path?: string): Prices {
  const list = path === undefined ? ownList() : readList(path);
  return createPrices(list);
}

function createPrices({ source, date, providers }: PriceList): Prices {
  const known = new Map<string, PricedModel | undefined>();
  const find = (name: string): PricedModel | undefined => {
    const plain = name.replace(VARIANT, '');
    const slash = plain.indexOf('/');
    const provider = plain.slice(0, Math.max(0, slash));
    const model = plain.slice(slash + 1);
    const asked = slash === -1 ? USUAL : [PROVIDERS[provider] ?? provider];
    const models = asked.flatMap((one) => providers[one] ?? []);
    return models.find(({ match }) => isMatch(match, model));
  };
  const ratesOf = (model: string): PricedModel | undefined => {
    if (!known.has(model)) known.set(model, find(model));
    return known.get(model);
  };
  return {
    source,
    date,
    ratesOf,
    costOf(model, tokens) {
      const priced = ratesOf(model);
      return priced && costAt(ratesFor(priced, tokens), tokens);
    },
  };
}

/** A call with a long prompt costs more, all of it. */
function ratesFor(model: PricedModel, { input }: CallTokens): Rates {
  return model.above?.find(({ tokens }) => input > tokens) ?? model;
}

/** What tokens cost at some rates, in dollars: those of one call, or of many together. */
export function costAt(
  rates: Rates,
  { input, cached, written, output, reasoning }: CallTokens,
): number {
  const { cacheRead = rates.input, cacheWrite = rates.input } = rates;
  const thoughts = rates.reasoning === undefined ? 0 : reasoning;
  return (
    ((input - cached - written) * rates.input +
      cached * cacheRead +
      written * cacheWrite +
      (output - thoughts) * rates.output +
      thoughts * (rates.reasoning ?? 0)) /
    MILLION
  );
}

/**
 * It lies beside the bundle of the command, and in the folder of this package. A test checks its form:
 * to do that at every start takes longer than to read it.
 */
function ownList(): PriceList {
  const beside = fileURLToPath(new URL('./prices.json', import.meta.url));
  return JSON.parse(textOf(existsSync(beside) ? beside : ownPriceFile));
}

/** The list that comes with this package. */
export const ownPriceFile = fileURLToPath(new URL('../../prices.json', import.meta.url));

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const message = `The price file ${path} can't be read: ${reasonOf(cause)}.`;
    throw new DragomanError('prices_unreadable', message, { cause });
  }
}

function readList(path: string): PriceList {
  const value = parseJson(textOf(path));
  const list = priceList.safeParse(value.ok ? value.value : undefined);
  const prices = list.success ? list.data : fromLitellm(value.ok ? value.value : undefined);
  if (prices !== undefined) return prices;
  throw new DragomanError(
    'prices_unreadable',
    `${path} is no price file: neither one of Dragoman's, with \`source\`, \`date\` and \`providers\`, nor LiteLLM's model_prices_and_context_window.json.`,
  );
}
