import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { RequestLog } from '../contract.js';
import { clientError } from '../errors/error-response.js';
import type { ServerEnv } from '../server-context.js';

/** Methods that are named; any other text is a client's own. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * A request that was answered, for logs, metrics and spans. Nothing that a client wrote is in it: no path,
 * query, header or body.
 */
export function describeRequest(context: Context<ServerEnv>): Omit<RequestLog, 'time' | 'ms'> {
  const client: ServerEnv['Variables']['client'] | undefined = context.get('client');
  const turn = context.get('turnId');
  return {
    method: methodOf(context),
    route: routeOf(context),
    status: context.res.status,
    ...(client !== undefined && { key: client.id }),
    ...(turn !== undefined && { turn }),
    ...failureOf(context),
  };
}

export function methodOf({ req }: Pick<Context<ServerEnv>, 'req'>): string {
  return METHODS.has(req.method) ? req.method : 'other';
}

/** What a request was refused with, and what failed inside. */
function failureOf({
  error,
}: Pick<Context<ServerEnv>, 'error'>): Pick<RequestLog, 'errorCode' | 'error'> {
  if (error === undefined) return {};
  const { body, inner } = clientError(error);
  return { errorCode: body.errorCode, ...(inner !== undefined && { error: inner }) };
}

/** The route that answered, as `/v1/turns/{id}/events`. Patterns without a name are those of middleware. */
function routeOf(context: Context<ServerEnv>): string {
  const paths = matchedRoutes(context).map(({ path }) => path);
  const route = paths.findLast((path) => !path.endsWith('*') || path.includes(':'));
  if (route === undefined) return 'none';
  return route.replaceAll(/:(\w+)(\{[^}]*\})?\??/g, '{$1}').replace(/\*$/, '{path}');
}
