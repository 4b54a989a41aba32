import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { isLoopback } from '../access/host-check.js';
import type { CloseOptions, DragomanServer } from '../contract.js';
import { createOpenCounter, type OpenCounter } from '../delivery/open-counter.js';
import { reporterOf } from '../errors/report-failure.js';
import { isStream, sendStream } from './send-stream.js';

export interface ListenOptions {
  /** Default: `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Default: any that is free. */
  readonly port?: number | undefined;
  /** How long a client may take to send the headers of a request. Default: 10 s. */
  readonly headersMs?: number | undefined;
  /** How long it may take to send all of a request. Default: 5 minutes. */
  readonly requestMs?: number | undefined;
}

export interface ListeningServer {
  /** Where it is, without a slash at the end. */
  readonly url: string;
  /** Closes the server, and then the port. */
  close(options?: CloseOptions): Promise<void>;
}

/** Requests that come in this slowly are none: headers take up to 10 s (they are looked at every 5), a body 5 minutes. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 300_000;
const KEEP_ALIVE_MS = 65_000;
const CHECK_MS = 5000;
const MOST_HEADER_BYTES = 16 * 1024;
const MOST_HEADERS = 100;
/** How long those who read slowly have to take what is left for them when the server closes. */
const LAST_BYTES_MS = 5000;

/**
 * Puts a server on a port of this machine. Where others can reach it, it must have keys: otherwise this
 * rejects with `keys_required`.
 */
export async function listen(
  server: DragomanServer,
  { host = '127.0.0.1', port = 0, headersMs, requestMs }: ListenOptions = {},
): Promise<ListeningServer> {
  if (!server.hasKeys && !isLoopback(host)) throw keysRequired(host);
  const http = createHttpServer(
    {
      headersTimeout: headersMs ?? HEADERS_MS,
      requestTimeout: requestMs ?? REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(CHECK_MS, headersMs ?? CHECK_MS),
      maxHeaderSize: MOST_HEADER_BYTES,
      noDelay: true,
    },
    getRequestListener((request, { outgoing }) => answer(server, request, outgoing), {
      overrideGlobalObjects: false,
    }),
  );
  http.maxHeadersCount = MOST_HEADERS;
  // A response takes as long as its turn: a reader is silent all the time.
  http.timeout = 0;
  const responses = countResponses(http);
  const cutUnfinished = followRequests(http);
  await listening(http, host, port);
  return {
    url: `http://${urlHost(host)}:${addressOf(http).port}`,
    async close(options) {
      // New connections are taken until the end, so that a probe learns why no turn begins.
      await server.close(options);
      // Nobody will read what is still being sent.
      cutUnfinished();
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      // What the server has handed over is not yet what a slow reader has: its `end` comes last.
      await responses.none(LAST_BYTES_MS);
      http.closeAllConnections();
      await closed;
    },
  };
}

/** The responses that have not gone out as a whole. */
function countResponses(http: Server): OpenCounter {
  const responses = createOpenCounter();
  http.on('request', (_request, response) => {
    responses.opened();
    // Also where the client has gone.
    response.once('close', responses.closed);
  });
  return responses;
}

/** Gives what ends the connections whose request is not there as a whole, and is not being answered. */
function followRequests(http: Server): () => void {
  const open = new Map<IncomingMessage, ServerResponse>();
  http.on('request', (request, response) => {
    open.set(request, response);
    response.once('close', () => open.delete(request));
  });
  return () => {
    for (const [request, response] of open) {
      if (!request.complete && !response.headersSent) request.destroy();
    }
  };
}

async function answer(
  server: DragomanServer,
  request: Request,
  outgoing: HttpBindings['outgoing'] | Http2Bindings['outgoing'],
): Promise<Response> {
  const response = await server.fetch(request);
  if (!isStream(response) || !(outgoing instanceof ServerResponse)) return response;
  await sendStream(response, outgoing);
  // A copy is a response of Node. The constant is none where an application has let Hono replace that
  // class, and then Hono would send it, too, and end the connection.
  return RESPONSE_ALREADY_SENT.clone();
}

function listening(http: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onFailed = (cause: Error) => reject(listenFailed(`${host}:${port}`, cause));
    http.once('error', onFailed);
    http.listen(port, host, () => {
      http.off('error', onFailed);
      // Such as a connection that can't be accepted: it must not end the turns of the others.
      http.on('error', reportAcceptFailure);
      resolve();
    });
  });
}

const reportAcceptFailure = reporterOf(
  'A connection could not be accepted, and those that are open go on (allow the process more open files if this comes again)',
);

function listenFailed(address: string, cause: Error): DragomanError {
  const isTaken = errorCode(cause) === 'EADDRINUSE';
  const advice = isTaken ? ' Choose another port, or 0 for any that is free.' : '';
  return new DragomanError('listen_failed', `${address}: ${errorMessage(cause)}.${advice}`, {
    cause,
  });
}

function addressOf(http: Server): AddressInfo {
  const address = http.address();
  if (address === null || typeof address === 'string') {
    throw new DragomanError('listen_failed', 'The server has no port.');
  }
  return address;
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function keysRequired(host: string): DragomanError {
  return new DragomanError(
    'keys_required',
    `Others can reach ${host}, and this server has no keys: anybody could run agents on this machine. Give it keys, or listen on 127.0.0.1.`,
  );
}
