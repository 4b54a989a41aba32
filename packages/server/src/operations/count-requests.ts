import type { MiddlewareHandler } from 'hono';
import { methodOf, routeOf } from '../log/request-log.js';
import type { ServerEnv } from '../server-context.js';
import type { Metrics } from './metrics.js';

/** Counts each request when its response begins, by its route. */
export function countRequests(metrics: Metrics): MiddlewareHandler<ServerEnv> {
  return async (call, next) => {
    const began = performance.now();
    await next();
    metrics.request({
      method: methodOf(call),
      route: routeOf(call),
      status: call.res.status,
      seconds: (performance.now() - began) / 1000,
    });
  };
}
