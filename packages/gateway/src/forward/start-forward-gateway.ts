import type { Dialect, Gateway, ListenOptions } from '../contract.js';
import { checkOptions } from '../server/check-options.js';
import { serveGateway } from '../server/serve-gateway.js';
import type { ExchangeLogEntry } from './exchange-log.js';
import { forwardExchange } from './forward-exchange.js';
import { gatewaySchema, turnSchema } from './forward-options.js';
import { type ForwardTurn, type OpenForwardTurn, openForwardTurn } from './forward-turn.js';
import { openUpstream, type Upstream, type UpstreamOptions } from './upstream.js';

export interface ForwardGatewayOptions {
  listen?: ListenOptions;
  /** A dialect without an upstream is not served. */
  upstreams: Partial<Record<Dialect, UpstreamOptions>>;
  /** Narrows the dialects' endpoints further: a path must match one of these. */
  allowedPaths?: readonly RegExp[];
  /** Called once for every exchange of an admitted turn, after its end. */
  log?(entry: ExchangeLogEntry): void;
}

/** What forwarding needs besides the exchange itself. */
export interface ForwardRoute {
  readonly upstreams: ReadonlyMap<Dialect, Upstream>;
  readonly allowedPaths: readonly RegExp[] | undefined;
  readonly log: ((entry: ExchangeLogEntry) => void) | undefined;
}

/**
 * Starts a streaming reverse proxy to model providers. Agents present their turn's token; the real
 * keys stay here.
 *
 * @example
 * const gateway = await startForwardGateway({
 *   upstreams: { openai: { baseUrl: 'https://api.openai.com/v1', key } },
 * });
 * const pass = gateway.admit({ budget: { requests: 50 } });
 * // codex: base_url = `${gateway.url}/v1`, API key = pass.token
 */
export async function startForwardGateway(
  options: ForwardGatewayOptions,
): Promise<Gateway<ForwardTurn>> {
  checkOptions(gatewaySchema, options, 'The options of a forward gateway');
  const upstreams = new Map<Dialect, Upstream>();
  for (const dialect of ['openai', 'anthropic', 'gemini'] as const) {
    const upstream = options.upstreams[dialect];
    if (upstream !== undefined) upstreams.set(dialect, openUpstream(dialect, upstream));
  }
  const route: ForwardRoute = { upstreams, allowedPaths: options.allowedPaths, log: options.log };
  const gateway = await serveGateway<ForwardTurn, OpenForwardTurn>({
    ...(options.listen === undefined ? {} : { listen: options.listen }),
    open(turn) {
      checkOptions(turnSchema, turn, 'The options of a turn');
      return openForwardTurn(turn);
    },
    handle: (exchange) => forwardExchange(exchange, route),
  });
  return {
    ...gateway,
    async close() {
      await gateway.close();
      for (const { agent } of upstreams.values()) agent.destroy();
    },
  };
}
