import { pipeline } from 'node:stream/promises';
import { createAnswerMeter } from '../dialects/answer-meter.js';
import type { Exchange } from '../server/exchange.js';
import type { AcceptedAnswer } from './accept-answer.js';
import type { ExchangeReport } from './exchange-report.js';
import { clientHeaders } from './forwarded-headers.js';
import { createRedactStream } from './redact-stream.js';
import type { ForwardTurn } from './start-forward-gateway.js';
import { createTap } from './tap.js';
import type { Upstream } from './upstream.js';

/**
 * Streams an upstream's answer to the client, no faster than the client reads, metering it on the
 * way. When either side breaks, so does the other: a client never sees a proper end of an answer
 * that had none.
 */
export async function streamAnswer(
  exchange: Exchange<ForwardTurn>,
  { answer, packed, decoder }: AcceptedAnswer,
  upstream: Upstream,
  report: ExchangeReport,
): Promise<void> {
  const { response, dialect, usage, signal } = exchange;
  const status = answer.statusCode ?? 502;
  const headers = clientHeaders(answer.headers, upstream.key, packed);
  const meter = createAnswerMeter(dialect, usage);
  const observers = [meter, { push: report.answerBytes, flush: () => {} }];
  // Asked at the moment it breaks: later the client's side is broken too.
  let upstreamBroke = answer.errored !== null && !signal.aborted;
  for (const source of decoder === undefined ? [answer] : [answer, decoder]) {
    source.once('error', () => {
      upstreamBroke = !signal.aborted;
    });
  }
  response.writeHead(status, headers);
  response.flushHeaders();
  report.answerBegan(status, headers);
  try {
    await pipeline([
      answer,
      ...(decoder === undefined ? [] : [decoder]),
      createRedactStream(upstream.key),
      createTap(observers),
      response,
    ]);
    report.ended('answered', meter.tokens());
  } catch {
    // The pipeline has destroyed both ends; that is the answer to either of them breaking. What the
    // client has got is paid for: who leaves early must not get past a budget.
    meter.flush();
    report.ended(upstreamBroke ? 'upstream_cut' : 'ended_early', meter.tokens());
  }
}
