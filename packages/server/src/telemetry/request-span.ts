import {
  context as active,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { MiddlewareHandler } from 'hono';
import { describeRequest, methodOf } from '../log/describe-request.js';
import type { ServerEnv } from '../server-context.js';

/** As operators see it where spans come from. */
export const tracerName = '@dragoman/server';

const SERVER_ERROR = 500;

/**
 * A span for each request, as the HTTP conventions of OpenTelemetry have it; a part of the client's trace,
 * where the client sent one. Does nothing where no SDK is registered.
 */
export function traceRequests(): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const parent = propagation.extract(active.active(), context.req.raw.headers, {
      keys: (headers) => [...headers.keys()],
      get: (headers, name) => headers.get(name) ?? undefined,
    });
    const method = methodOf(context);
    const span = trace
      .getTracer(tracerName)
      .startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        parent,
      );
    if (!span.isRecording()) return next();
    try {
      await active.with(trace.setSpan(parent, span), next);
      const { route, status, errorCode } = describeRequest(context);
      span.updateName(`${method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
      if (errorCode !== undefined) span.setAttribute('error.type', errorCode);
      // What a client did wrong is no failure of the server.
      if (status >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
    } finally {
      span.end();
    }
  };
}
