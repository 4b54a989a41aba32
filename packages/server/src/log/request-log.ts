import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { RequestLog, ServerOptions } from '../contract.js';
import { toldError } from '../errors/error-response.js';
import type { ServerEnv } from '../server-context.js';

/** Methods that are named; any other text is a client's own. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Gives the log one object for each request, when its response begins: a stream of events may go on for
 * hours. Nothing that a client wrote is in it: no path, query, header or body.
 */
export function logRequests(log: ServerOptions['log']): MiddlewareHandler<ServerEnv> {
  if (log === undefined) return (_context, next) => next();
  return async (context, next) => {
    const began = performance.now();
    const time = new Date().toISOString();
    await next();
    log({ time, ...describe(context), ms: Math.round((performance.now() - began) * 10) / 10 });
  };
}

function describe(context: Context<ServerEnv>): Omit<RequestLog, 'time' | 'ms'> {
  const client: ServerEnv['Variables']['client'] | undefined = context.get('client');
  const turn = context.get('turnId');
  const failure = failureOf(context);
  return {
    method: methodOf(context),
    route: routeOf(context),
    status: context.res.status,
    ...(client !== undefined && { key: client.id }),
    ...(turn !== undefined && { turn }),
    ...failure,
  };
}

/** What a request was refused with, and what failed inside. */
export function failureOf({
  error,
}: Pick<Context<ServerEnv>, 'error'>): Pick<RequestLog, 'errorCode' | 'error'> {
  if (error === undefined) return {};
  const { body, inner } = toldError(error);
  return { errorCode: body.errorCode, ...(inner !== undefined && { error: inner }) };
}

export function methodOf({ req }: Context<ServerEnv>): string {
  return METHODS.has(req.method) ? req.method : 'OTHER';
}

/** The route that answered, as `/v1/turns/{id}/events`. Patterns without a name are those of middleware. */
export function routeOf(context: Context<ServerEnv>): string {
  const paths = matchedRoutes(context).map(({ path }) => path);
  const route = paths.findLast((path) => !path.endsWith('*') || path.includes(':'));
  if (route === undefined) return 'none';
  return route.replaceAll(/:(\w+)(\{[^}]*\})?\??/g, '{$1}').replace(/\*$/, '{path}');
}
