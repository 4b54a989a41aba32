import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TokenCounts } from '../contract.js';
import { createAnswerMeter } from '../dialects/answer-meter.js';
import type { Exchange } from '../server/exchange.js';
import type { AcceptedAnswer } from './accept-answer.js';
import { chargeBroken, type SentRequest } from './charge-broken.js';
import type { ExchangeReport } from './exchange-report.js';
import type { OpenForwardTurn } from './forward-turn.js';
import { clientHeaders } from './forwarded-headers.js';
import { createRedactStream } from './redact-stream.js';
import type { Upstream } from './upstream.js';

interface StreamedAnswer {
  readonly body: AcceptedAnswer;
  readonly upstream: Upstream;
  readonly report: ExchangeReport;
  readonly sent: SentRequest;
}

/**
 * Streams an upstream's answer to the client, no faster than the client reads, metering it on the
 * way. Gives the tokens that it has cost. When either side breaks, so does the other: a client never
 * sees a proper end of an answer that had none.
 */
export async function streamAnswer(
  exchange: Exchange<OpenForwardTurn>,
  { body: { answer, packed, decoder }, upstream, report, sent }: StreamedAnswer,
): Promise<TokenCounts | undefined> {
  const { response, dialect, usage, signal } = exchange;
  const status = answer.statusCode ?? 502;
  const headers = clientHeaders(answer.headers, upstream.key, packed);
  const meter = createAnswerMeter(dialect, usage);
  const observers = [meter, { push: report.answerBytes, flush: () => {} }];
  // An answer that is an error costs nothing, whole or not.
  const charged = () => (status < 400 ? chargeBroken(exchange, sent, meter) : meter.tokens());
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
    // A provider that never says a figure would make every limit endless.
    const { limitsTokens } = exchange.turn.ledger;
    const tokens = meter.seen().unread || limitsTokens ? charged() : meter.tokens();
    report.ended('answered', tokens);
    return tokens;
  } catch {
    // The pipeline has destroyed both ends; that is the answer to either of them breaking. What the
    // client has got is paid for: a client that disconnects early must not evade a budget.
    meter.flush();
    const tokens = charged();
    report.ended(upstreamBroke ? 'upstream_cut' : 'ended_early', tokens);
    return tokens;
  }
}

/** Something that sees a stream's bytes go by. */
interface Observer {
  push(chunk: Buffer): void;
  /** Called at the stream's regular end, not when it breaks. */
  flush(): void;
}

/** Lets bytes through unchanged and shows them to observers. */
function createTap(observers: readonly Observer[]): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const observer of observers) observer.push(chunk);
      done(null, chunk);
    },
    flush(done) {
      for (const observer of observers) observer.flush();
      done();
    },
  });
}
