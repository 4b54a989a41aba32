import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { RequestLog } from '../contract.js';
import { toldError } from '../errors/error-response.js';
import type { ServerEnv } from '../server-context.js';
import type { Metrics } from './metrics.js';

export interface LogRequestsOptions {
  readonly metrics: Metrics;
  readonly log?: ((line: RequestLog) => void) | undefined;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** One line for each request, when its response begins: a stream may go on for hours. */
export function logRequests({ metrics, log }: LogRequestsOptions): MiddlewareHandler<ServerEnv> {
  return async (call, next) => {
    const begun = performance.now();
    await next();
    const ms = performance.now() - begun;
    const { status } = call.res;
    const method = METHODS.has(call.req.method) ? call.req.method : 'other';
    const route =
      status === 404 && call.error === undefined ? 'none' : routeOf(routePath(call, -1));
    metrics.request({ method, route, status, seconds: ms / 1000 });
    const told = call.error && toldError(call.error);
    log?.({
      time: new Date().toISOString(),
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      ...(call.var.client && { key: call.var.client.id }),
      ...(call.var.turnId !== undefined && { turn: call.var.turnId }),
      ...(told && { errorCode: told.body.errorCode }),
      ...(told?.inner !== undefined && { error: told.inner }),
    });
  };
}

/** As the documentation writes it: `/v1/turns/{id}`. */
function routeOf(pattern: string): string {
  return pattern.replaceAll(/:([a-z_]+)(\{[^}]*\})?/gi, '{$1}');
}
