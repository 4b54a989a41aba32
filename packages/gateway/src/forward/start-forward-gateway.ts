import { z } from 'zod';
import type { Dialect, Gateway, ListenOptions } from '../contract.js';
import { checkOptions } from '../server/check-options.js';
import { serveGateway } from '../server/serve-gateway.js';
import { hasPrices, limitsShape, pricesMissing } from './budget.js';
import type { ExchangeLogEntry } from './exchange-log.js';
import { forwardExchange } from './forward-exchange.js';
import { type ForwardTurn, type OpenForwardTurn, openForwardTurn } from './forward-turn.js';
import { policySchema } from './policy/turn-policy.js';
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

/** What is wrong with an upstream is said when it is opened; here only that nothing is misspelt. */
const anything = z.unknown().optional();
const upstream = z
  .strictObject({
    baseUrl: anything,
    key: anything,
    presentedAs: anything,
    headers: z.record(z.string(), z.unknown()).optional(),
  })
  .optional();

const callable = z.custom((value) => typeof value === 'function', 'expected a function');

/** What a forward gateway may be started with. A misspelt option would be a door left open. */
const gatewaySchema = z.strictObject({
  listen: anything,
  upstreams: z.strictObject({ openai: upstream, anthropic: upstream, gemini: upstream }),
  allowedPaths: z.array(z.instanceof(RegExp)).optional(),
  log: callable.optional(),
});

/** What a turn may be admitted with. */
const turnSchema = z
  .strictObject({
    ...limitsShape,
    policy: policySchema.optional(),
    record: z.looseObject({ begin: callable }).optional(),
  })
  .refine(hasPrices, pricesMissing);
