import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { type Access, createAccess } from './access/create-access.js';
import { agUiRoutes } from './ag-ui/ag-ui-routes.js';
import { agentApiError, isAgentApiPath } from './agent-api/agent-api-error.js';
import { agentRelayRoutes } from './agent-api/agent-relay-routes.js';
import { agentRoutes } from './agent-api/agent-routes.js';
import { artifactRoutes } from './artifacts/artifact-routes.js';
import { chatRoutes } from './chat/chat-routes.js';
import { clientError, errorResponse } from './errors/error-response.js';
import { methodsOf, noRoute } from './errors/not-found.js';
import { refusal } from './errors/refusal.js';
import { shortageCode } from './errors/shortage-code.js';
import { logRequests } from './log/log-requests.js';
import { openapiRoutes } from './openapi/openapi-routes.js';
import { probeRoutes } from './operations/probe-routes.js';
import { pageRoutes } from './page/page-routes.js';
import { isRelayPath, relayError } from './relay/relay-error.js';
import { openRelayRoutes, relayRoutes } from './relay/relay-routes.js';
import { isOpenaiPath, openaiErrorResponse } from './responses/openai-error.js';
import { responsesRoutes } from './responses/responses-routes.js';
import type { ServerContext, ServerEnv } from './server-context.js';
import type { ServerParts } from './server-parts.js';
import { sessionRoutes } from './sessions/session-routes.js';
import { traceRequests } from './telemetry/request-span.js';
import { turnRoutes } from './turns/turn-routes.js';

/** All routes under `/v1`, in the order in which the documentation has them. */
const ROUTES: readonly ((server: ServerContext) => Hono<ServerEnv>)[] = [
  turnRoutes,
  openRelayRoutes,
  artifactRoutes,
  sessionRoutes,
  chatRoutes,
  agUiRoutes,
  responsesRoutes,
];

/** The stages of a request: it is logged, checked and counted, and comes to its route. */
export function createApp(parts: ServerParts): Hono<ServerEnv> {
  const { context, metrics, admission, bodies } = parts;
  const { options } = context;
  const access = createAccess({ ...options, origins: options.policy.origins });
  /** As the documentation has it, whatever stands before. */
  const pathOf = ({ req }: Context<ServerEnv>): string =>
    req.path.slice((options.basePath ?? '').length);
  const app = new Hono<ServerEnv>().basePath(options.basePath ?? '/');

  app.use(traceRequests());
  app.use(logRequests(metrics, options.log));
  app.use(answerPages(access));
  app.route(
    '/',
    probeRoutes(() => checkReady(parts)),
  );
  app.route(
    '/',
    pageRoutes(options.page ?? [], async (call, next) => {
      await access.checkSite(call.req.raw);
      await next();
    }),
  );
  // Pages have a token in place of a key.
  app.route('/v1', relayRoutes(parts, access));
  app.route('/agent-api', agentRelayRoutes(parts, access));
  app.use(async (call, next) => {
    call.set('client', await access.check(call.req.raw));
    await next();
  });
  app.use(async (call, next) => {
    await admission.request(call.var.client);
    bodies.assign(call.req.raw, call.var.client.id);
    await next();
  });
  app.get('/metrics', (call) => call.text(metricsText(parts), 200, METRICS_TYPE));
  app.route('/', openapiRoutes(context));
  for (const routes of ROUTES) app.route('/v1', routes(context));
  app.route('/agent-api', agentRoutes(context));
  app.options('*', (call) => {
    const methods = methodsOf(app, call.req.path);
    if (methods.length === 0) throw noRoute(app, call, pathOf(call));
    return call.body(null, 204, { allow: methods.join(', ') });
  });
  app.notFound((call) => {
    throw noRoute(app, call, pathOf(call));
  });
  app.onError((error, call) => {
    const shown = clientError(error);
    const path = pathOf(call);
    if (isOpenaiPath(path)) return openaiErrorResponse(shown);
    if (isAgentApiPath(path)) return errorResponse(agentApiError(shown, path), call.req.raw);
    return errorResponse(isRelayPath(path) ? relayError(shown) : shown, call.req.raw);
  });
  return app;
}

const METRICS_TYPE = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };

function metricsText({ metrics, atWork, tails }: ServerParts): string {
  return metrics.text({ running: atWork.count, readers: tails.readers });
}

/** Pages of origins that may ask are answered so that they can read it, refusals included. */
function answerPages(access: Access): MiddlewareHandler<ServerEnv> {
  return async (call, next) => {
    const preflight = access.preflight(call.req.raw);
    if (preflight !== undefined) return preflight;
    await next();
    for (const [name, value] of Object.entries(access.cors(call.req.raw))) {
      call.res.headers.set(name, value);
    }
    return undefined;
  };
}

async function checkReady({ atWork, usable, recovered, context }: ServerParts): Promise<void> {
  if (atWork.isDraining) throw refusal('draining', 'The server is shutting down.');
  try {
    await Promise.all([usable.done(), recovered.done()]);
    await context.store.check();
  } catch (cause) {
    // A lack of something keeps its code: who asks learns what to mend.
    if (shortageCode(cause) !== undefined) throw cause;
    throw new DragomanError('not_ready', `No turn can begin: ${errorMessage(cause)}.`, { cause });
  }
}
