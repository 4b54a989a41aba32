import { Hono } from 'hono';
import { clientError, errorResponse } from '../src/errors/error-response.js';
import type { ServerContext, ServerEnv } from '../src/server-context.js';

/** Asks some routes as a client does. */
export type AskRoutes = (
  path: string,
  request?: { readonly client?: string; readonly method?: string },
) => Promise<Response>;

/** Routes alone, which believe whoever asks. */
export function createRoutes(
  context: ServerContext,
  ...routes: readonly ((server: ServerContext) => Hono<ServerEnv>)[]
): AskRoutes {
  const app = new Hono<ServerEnv>();
  app.use(async (call, next) => {
    call.set('client', { id: call.req.header('x-client') ?? 'local' });
    await next();
  });
  for (const route of routes) app.route('/v1', route(context));
  app.onError((error, call) => errorResponse(clientError(error), call.req.raw));
  return async (path, { client = 'local', method = 'GET' } = {}) =>
    app.request(`http://localhost${path}`, { method, headers: { 'x-client': client } });
}
