import type { Exchange } from '../server/exchange.js';
import { MAX_BODY_BYTES } from '../server/read-body.js';
import { sendError } from '../server/send-error.js';
import { acceptAnswer } from './accept-answer.js';
import { budgetRefusal } from './budget.js';
import { callUpstream } from './call-upstream.js';
import { openExchangeReport } from './exchange-report.js';
import { bodyTooLargeRefusal, Refusal } from './refusal.js';
import type { ForwardRoute, ForwardTurn } from './start-forward-gateway.js';
import { streamAnswer } from './stream-answer.js';
import type { Upstream } from './upstream.js';

/** Takes one exchange through its stages: admission, call, answer. */
export async function forwardExchange(
  exchange: Exchange<ForwardTurn>,
  route: ForwardRoute,
): Promise<void> {
  const secrets = [...route.upstreams.values()].map((upstream) => upstream.key);
  const report = openExchangeReport(exchange, secrets, route.log);
  try {
    const upstream = admitExchange(exchange, route);
    const answer = await callUpstream(exchange, upstream, report.requestBytes).catch((error) => {
      if (isTooLarge(error)) discountRequest(exchange);
      throw error;
    });
    report.upstreamAnswered();
    const body = await acceptAnswer(answer, upstream);
    await streamAnswer(exchange, body, upstream, report);
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
  }
}

/**
 * Finds the upstream, or refuses. The request is counted in the same breath as it is checked, so
 * that of two requests at once only one gets the last place in a budget.
 */
function admitExchange(exchange: Exchange<ForwardTurn>, route: ForwardRoute): Upstream {
  const { dialect, request, url, usage, turn } = exchange;
  const upstream = route.upstreams.get(dialect.dialect);
  if (upstream === undefined) {
    const message = `This gateway has no upstream for ${dialect.dialect} requests.`;
    throw new Refusal({ status: 404, message, code: 'no_upstream' }, 'refused');
  }
  // `search` and not `test`, which remembers where a global pattern matched last.
  if (route.allowedPaths?.some((path) => url.pathname.search(path) !== -1) === false) {
    const message = `This gateway does not forward ${url.pathname}.`;
    throw new Refusal({ status: 403, message, code: 'path_not_allowed' }, 'refused');
  }
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    throw bodyTooLargeRefusal();
  }
  if (dialect.generates(request.method ?? '', url.pathname)) {
    const refusal = turn.budget === undefined ? undefined : budgetRefusal(turn.budget, usage);
    if (refusal !== undefined) throw refusal;
    usage.requests += 1;
  }
  return upstream;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Refusal && error.answer.status === 413;
}

/** A body of unknown length is found too large only after its request was counted; no model saw it. */
function discountRequest({ dialect, request, url, usage }: Exchange<ForwardTurn>): void {
  if (dialect.generates(request.method ?? '', url.pathname)) usage.requests -= 1;
}
