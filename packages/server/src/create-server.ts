import type { Hono } from 'hono';
import { needsKeys } from './access/create-access.js';
import type { CloseOptions, DragomanServer, ServerOptions } from './contract.js';
import { createApp } from './create-app.js';
import { clientError, errorResponse } from './errors/error-response.js';
import { reporterOf } from './errors/report-failure.js';
import { checkPublicUrl } from './relay/public-url.js';
import { type RunningRetention, startRetention } from './retention/start-retention.js';
import type { ServerEnv } from './server-context.js';
import { createParts, type ServerParts } from './server-parts.js';

/**
 * Makes a server of turns, as one function from a request to its response. `listen` of
 * `@dragoman/server/node` puts it on a port; any other server of web-standard requests will do.
 *
 * @example
 * const server = createServer({ policy: { agents: { codex: { access } }, workspaces: { app: { path } } } });
 * const response = await server.fetch(new Request('http://localhost/health'));
 */
export function createServer(options: ServerOptions): DragomanServer {
  checkPublicUrl(options.publicUrl);
  const parts = createParts(options);
  const app = createApp(parts);
  const retention = startRetention(parts.context);
  let closing: Promise<void> | undefined;
  return {
    hasKeys: needsKeys(options),
    fetch: (request) => answer(app, request),
    close(asked) {
      closing ??= close(parts, retention, asked);
      return closing;
    },
  };
}

async function answer(app: Hono<ServerEnv>, request: Request): Promise<Response> {
  try {
    if (request.method !== 'HEAD') return await app.fetch(request);
    // Of its parts: the request of a port is Hono's own, which Node's `Request` can't copy.
    const { url, headers, signal } = request;
    const response = await app.fetch(new Request(url, { method: 'GET', headers, signal }));
    // Nobody reads it, and a stream would wait for somebody.
    await response.body?.cancel();
    return new Response(null, response);
  } catch (error) {
    reporterOf('A request was answered with an error')(error);
    return errorResponse(clientError(error), request);
  }
}

/** How long readers have to take the end of their turns. */
const READERS_MS = 5000;

async function close(
  { atWork, tails, context, usable, recovered }: ServerParts,
  retention: RunningRetention,
  { drainMs = 0 }: CloseOptions = {},
): Promise<void> {
  const stopped = retention.stop();
  await atWork.drain(drainMs);
  await tails.empty(READERS_MS);
  await stopped;
  const started = Promise.all([usable.settled(), recovered.settled()]);
  await started.catch(reporterOf('The server closes, and turns could not begin'));
  await context.store.close();
}
