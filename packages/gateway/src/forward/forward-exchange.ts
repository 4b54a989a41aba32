import type { TokenCounts } from '../contract.js';
import type { Exchange } from '../server/exchange.js';
import { MAX_BODY_BYTES } from '../server/read-body.js';
import { sendError } from '../server/send-json.js';
import { acceptAnswer } from './accept-answer.js';
import type { Reservation } from './budget.js';
import { callUpstream } from './call-upstream.js';
import { chargeBroken } from './charge-broken.js';
import { reservedTokens } from './estimate-tokens.js';
import { openExchangeReport } from './exchange-report.js';
import type { OpenForwardTurn } from './forward-turn.js';
import { askedModels } from './policy/turn-policy.js';
import { bodyTooLargeRefusal, Refusal } from './refusal.js';
import { type ReadRequest, readRequest } from './request/read-request.js';
import type { ForwardRoute } from './start-forward-gateway.js';
import { streamAnswer } from './stream-answer.js';
import type { Upstream } from './upstream.js';

/** Takes one exchange through its stages: route, request, budget, call, answer. */
export async function forwardExchange(
  exchange: Exchange<OpenForwardTurn>,
  route: ForwardRoute,
): Promise<void> {
  const { turn } = exchange;
  const secrets = [...route.upstreams.values()].map((upstream) => upstream.key);
  const report = openExchangeReport(exchange, secrets, route.log);
  const cleanup: (() => void)[] = [];
  try {
    const upstream = findUpstream(exchange, route);
    const share = turn.room.enter();
    cleanup.push(share.leave);
    const request = await readRequest(exchange, share);
    report.requestBytes(request.bytes);
    const reservation = await admitRequest(exchange, request);
    let used: TokenCounts | undefined;
    cleanup.push(() => reservation?.release(used));
    const sent = { bytes: request.bytes.length, at: performance.now() };
    const answer = await callUpstream(exchange, upstream, request.bytes).catch((error) => {
      if (exchange.signal.aborted) used = chargeBroken(exchange, sent);
      throw error;
    });
    // The upstream has it, and from now on only the answer counts.
    share.free();
    report.upstreamAnswered();
    const body = await acceptAnswer(answer, upstream);
    used = await streamAnswer(exchange, { body, upstream, report, sent });
  } catch (error) {
    if (exchange.signal.aborted) {
      report.ended('ended_early');
      return;
    }
    if (!(error instanceof Refusal)) {
      report.ended('refused');
      throw error;
    }
    report.refused(error.answer);
    sendError(exchange, error.answer);
    report.ended(error.outcome);
  } finally {
    for (const undo of cleanup.reverse()) undo();
  }
}

/** Finds the upstream, or refuses. */
function findUpstream(
  { dialect, request, url }: Exchange<OpenForwardTurn>,
  route: ForwardRoute,
): Upstream {
  const upstream = route.upstreams.get(dialect.dialect);
  if (upstream === undefined) {
    const message = `This gateway has no upstream for ${dialect.dialect} requests.`;
    throw new Refusal({ status: 404, message, code: 'no_upstream' }, 'refused');
  }
  // `search` and not `test`, which remembers where a global pattern matched last.
  const isAllowed = route.allowedPaths?.some((path) => url.pathname.search(path) !== -1) ?? true;
  if (!isAllowed || !dialect.forwards(request.method ?? '', url.pathname)) {
    const message = `This gateway does not forward ${url.pathname}.`;
    throw new Refusal({ status: 403, message, code: 'path_not_allowed' }, 'refused');
  }
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw bodyTooLargeRefusal();
  return upstream;
}

/** Counts a request against the turn's budget, or refuses it. One that asks no model needs none. */
async function admitRequest(
  { dialect, request, url, usage, turn, signal }: Exchange<OpenForwardTurn>,
  { bytes, body }: ReadRequest,
): Promise<Reservation | undefined> {
  if (!dialect.generates(request.method ?? '', url.pathname)) return undefined;
  const tokens = reservedTokens(dialect.dialect, bytes.length, body);
  const models = askedModels(dialect.dialect, url.pathname, body ?? {});
  return turn.ledger.admit(usage, { ...tokens, models }, signal);
}
