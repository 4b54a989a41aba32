import type { TokenCounts } from '../contract.js';
import type { AnswerMeter } from '../dialects/answer-meter.js';
import type { Exchange } from '../server/exchange.js';
import { brokenTokens } from './estimate-tokens.js';

/** When a request went upstream, and how long it was. */
export interface SentRequest {
  readonly bytes: number;
  readonly at: number;
}

const NOTHING_SEEN = { bytes: 0, events: 0 };

/**
 * Adds to a turn's usage what an exchange that broke off has cost, as far as its provider had not
 * said it yet. Gives what the exchange has cost in all.
 */
export function chargeBroken(
  { dialect, request, url, usage }: Exchange<unknown>,
  sent: SentRequest,
  meter?: AnswerMeter,
): TokenCounts | undefined {
  const generates = dialect.generates(request.method ?? '', url.pathname);
  if (!generates || meter?.isSettled() === true) return meter?.tokens();
  const { bytes, events } = meter?.seen() ?? NOTHING_SEEN;
  const milliseconds = performance.now() - sent.at;
  const estimate = brokenTokens({ requestBytes: sent.bytes, bytes, events, milliseconds });
  const known = meter?.tokens() ?? dialect.tokenCounts({});
  const inputTokens = known.inputTokens === 0 ? estimate.inputTokens : known.inputTokens;
  const outputTokens = Math.max(known.outputTokens, estimate.outputTokens);
  usage.inputTokens += inputTokens - known.inputTokens;
  usage.outputTokens += outputTokens - known.outputTokens;
  return { ...known, inputTokens, outputTokens };
}
