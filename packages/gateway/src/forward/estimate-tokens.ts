import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { Dialect } from '../contract.js';
import type { TokenEstimate } from './budget.js';

/** Tokens are three to five bytes long in most texts; in what is written to be costly, half of that. */
const BYTES_PER_TOKEN = 4;
const FEWEST_BYTES_PER_TOKEN = 2;
/** An answer to a request that sets no bound. */
const DEFAULT_OUTPUT_TOKENS = 16_384;
/** The parts of an event of a stream besides its text. */
const EVENT_BYTES = 200;
/** A model that is silent may think; after this long it is taken to. */
const SILENCE_MS = 1000;
const TOKENS_PER_SECOND = 50;

/** What a request may use, before anybody knows: rather too much than too little. */
export function reservedTokens(
  dialect: Dialect,
  bytes: number,
  body: JsonObject = {},
): TokenEstimate {
  return {
    inputTokens: Math.ceil(bytes / FEWEST_BYTES_PER_TOKEN),
    outputTokens: OUTPUT_BOUNDS[dialect](body) ?? DEFAULT_OUTPUT_TOKENS,
  };
}

/** The limit that a request sets for its answer, under the name that its provider uses. */
const OUTPUT_BOUNDS: Readonly<Record<Dialect, (body: JsonObject) => number | undefined>> = {
  openai: (body) => bound(body.max_output_tokens),
  anthropic: (body) => bound(body.max_tokens),
  gemini: (body) => {
    const config = body.generationConfig ?? body.generation_config;
    if (!isJsonObject(config)) return undefined;
    const most = bound(config.maxOutputTokens, config.max_output_tokens);
    const candidates = bound(config.candidateCount, config.candidate_count) ?? 1;
    return most === undefined ? undefined : most * candidates;
  },
};

/** The largest of some numbers, as far as they are any. */
function bound(...values: readonly unknown[]): number | undefined {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length === 0 ? undefined : Math.max(1, ...numbers);
}

/** An answer that broke off, as far as it was seen. */
export interface SeenAnswer {
  readonly requestBytes: number;
  readonly bytes: number;
  readonly events: number;
  /** Since the request went upstream. */
  readonly milliseconds: number;
}

/**
 * What an exchange has cost that broke off before its provider said so. Who leaves before the figures
 * come must not get past a budget: neither by what was said nor by what was thought in silence.
 */
export function brokenTokens(seen: SeenAnswer): TokenEstimate {
  const { requestBytes, bytes, events, milliseconds } = seen;
  const said = Math.max(events, Math.ceil((bytes - events * EVENT_BYTES) / BYTES_PER_TOKEN));
  const thought = Math.floor(((milliseconds - SILENCE_MS) / 1000) * TOKENS_PER_SECOND);
  return {
    inputTokens: Math.ceil(requestBytes / BYTES_PER_TOKEN),
    outputTokens: Math.max(0, said, thought),
  };
}
