import type { MiddlewareHandler } from 'hono';
import type { ServerOptions } from '../contract.js';
import type { Metrics } from '../operations/metrics.js';
import type { ServerEnv } from '../server-context.js';
import { describeRequest } from './describe-request.js';

/** Logs and counts each request when its response begins: a stream of events may go on for hours. */
export function logRequests(
  metrics: Metrics,
  log: ServerOptions['log'],
): MiddlewareHandler<ServerEnv> {
  return async (call, next) => {
    const began = performance.now();
    const time = new Date().toISOString();
    await next();
    const ms = performance.now() - began;
    const described = describeRequest(call);
    metrics.request({ ...described, seconds: ms / 1000 });
    log?.({ time, ...described, ms: Math.round(ms * 10) / 10 });
  };
}
