import type { OutgoingHttpHeaders } from 'node:http';
import type { ExchangeRecorder } from '../cassette/cassette-recorder.js';
import type { TokenCounts } from '../contract.js';
import type { ProviderError } from '../dialects/dialect.js';
import type { Exchange } from '../server/exchange.js';
import { warnOfFailure } from '../server/warn-of-failure.js';
import type { ExchangeLogEntry, ExchangeOutcome } from './exchange-log.js';
import type { OpenForwardTurn } from './forward-turn.js';
import { forwardedQuery } from './forwarded-query.js';

/** Reports what happens in one exchange to the log and the turn's recorder. */
export interface ExchangeReport {
  requestBytes(chunk: Buffer): void;
  /** The first byte of the upstream's answer is here. */
  upstreamAnswered(): void;
  answerBegan(status: number, headers: OutgoingHttpHeaders): void;
  answerBytes(chunk: Buffer): void;
  /** The gateway answers by itself. */
  refused(error: ProviderError): void;
  /** Counts the first time only. A log that fails is warned of and changes nothing else. */
  ended(outcome: ExchangeOutcome, tokens?: TokenCounts): void;
}

const NO_TOKENS: TokenCounts = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

/** Opens the report of one exchange. `secrets` are what the recorder must not keep. */
export function openExchangeReport(
  exchange: Exchange<OpenForwardTurn>,
  secrets: readonly string[],
  log: ((entry: ExchangeLogEntry) => void) | undefined,
): ExchangeReport {
  const { dialect, request, url, turn } = exchange;
  const method = request.method ?? '';
  const began = performance.now();
  let firstByteMs: number | undefined;
  let status: number | undefined;
  let isOver = false;
  let recorder: ExchangeRecorder | undefined;
  /** No answer may depend on a recorder: one that fails gives a warning and is no longer used. */
  const record = (step: (recorder: ExchangeRecorder) => void): void => {
    try {
      if (recorder !== undefined) step(recorder);
    } catch (error) {
      recorder = undefined;
      warnOfFailure("The recorder of a gateway's exchanges", error);
    }
  };
  try {
    recorder = turn.record?.begin({
      dialect: dialect.dialect,
      method,
      path: url.pathname + forwardedQuery(url, dialect.dialect),
      secrets,
    });
  } catch (error) {
    warnOfFailure("The recorder of a gateway's exchanges", error);
  }

  return {
    requestBytes: (chunk) => record((it) => it.requestBytes(chunk)),
    answerBytes: (chunk) => record((it) => it.answerBytes(chunk)),
    upstreamAnswered() {
      firstByteMs = performance.now() - began;
    },
    answerBegan(answerStatus, headers) {
      status = answerStatus;
      record((it) => it.answerBegan(answerStatus, headers));
    },
    refused(error) {
      status = error.status;
      const body = Buffer.from(JSON.stringify(dialect.errorBody(error)));
      record((it) => it.answerBegan(error.status, { 'content-type': 'application/json' }));
      record((it) => it.answerBytes(body));
    },
    ended(outcome, tokens = NO_TOKENS) {
      if (isOver) return;
      isOver = true;
      const isCut = outcome === 'upstream_cut' || outcome === 'ended_early';
      record((it) => it.ended(isCut ? 'cut' : 'complete'));
      emit(log, {
        time: new Date().toISOString(),
        dialect: dialect.dialect,
        method,
        path: url.pathname,
        status,
        outcome,
        firstByteMs,
        durationMs: performance.now() - began,
        usage: tokens,
      });
    },
  };
}

/** Calls the log, which may throw, or be asynchronous and reject. */
function emit(log: ((entry: ExchangeLogEntry) => unknown) | undefined, entry: ExchangeLogEntry) {
  new Promise((resolve) => resolve(log?.(entry))).catch((error: unknown) =>
    warnOfFailure("The log of a gateway's exchanges", error),
  );
}
