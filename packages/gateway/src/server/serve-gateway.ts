import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { DragomanError } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import type { Gateway, ListenOptions } from '../contract.js';
import { dialectOf } from '../dialects/dialect-of.js';
import { answerExchange } from './answer-exchange.js';
import type { Exchange } from './exchange.js';
import { framingFault } from './framing-fault.js';
import { listen } from './listen.js';
import { sendError, sendJson } from './send-json.js';
import { createTurnPasses } from './turn-passes.js';
import { warnOfFailure } from './warn-of-failure.js';

const FULL: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE']);
/** A process without descriptors fails at every connection; one warning in this time is enough. */
const PAUSE_MS = 10_000;
const BODY = JSON.stringify({
  error: { message: 'This gateway speaks plain HTTP only.', type: 'invalid_request_error' },
});
const ANSWER = [
  'HTTP/1.1 426 Upgrade Required',
  // RFC 9110 wants a 426 to name what the server does speak.
  'Upgrade: HTTP/1.1',
  'Connection: close, Upgrade',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(BODY)}`,
  '',
  BODY,
].join('\r\n');
const ORIGIN = 'http://gateway';

/**
 * More connections at once than this are refused: an agent never needs them. A unix socket is for one
 * turn; whoever holds all of its connections shuts out nobody else.
 */
const MAX_CONNECTIONS = 2048;
const MAX_SOCKET_CONNECTIONS = 64;

/** How long a client may take to say what it asks, and how often that is looked at. */
const TIME_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2000,
};

interface ServeGatewayOptions<TurnOptions, Turn> {
  listen?: ListenOptions;
  /** Makes what the gateway keeps about a turn from what the caller admitted it with. */
  open(turn: TurnOptions): Turn;
  /** Answers one request. It must end or destroy the response; what it throws becomes a 500. */
  handle(exchange: Exchange<Turn>): Promise<void>;
  /** Called with what a handler threw, of which the client learns nothing. What it throws itself is dropped. */
  onFailure?(error: unknown, exchange: Exchange<Turn>): unknown;
}

/** Runs the part every gateway shares: listening, tokens, dialects, errors and the end of it all. */
export async function serveGateway<TurnOptions, Turn>(
  options: ServeGatewayOptions<TurnOptions, Turn>,
): Promise<Gateway<TurnOptions>> {
  const passes = createTurnPasses<Turn>();
  const listenOptions = options.listen ?? {};
  const server = createServer(TIME_LIMITS, (request, response) => {
    // Only a callback of the caller can throw here; the client still gets an end.
    receive(request, response).catch(() => response.destroy());
  });
  server.maxConnections = 'socketPath' in listenOptions ? MAX_SOCKET_CONNECTIONS : MAX_CONNECTIONS;
  server.on('upgrade', (_request, socket) => refuseUpgrade(socket));

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A socket that breaks shows as the response's `close`; the error itself says no more.
    response.on('error', () => response.destroy());
    const url = requestUrl(request.url);
    if (url === undefined) {
      sendJson(response, 400, plainError('The request target is not a plain path.'));
      return;
    }
    const fault = framingFault(request);
    if (fault !== undefined) {
      sendJson(response, 400, plainError(fault));
      return;
    }
    const method = request.method ?? '';
    const dialect = dialectOf(method, url.pathname, request.headers);
    if (dialect === undefined) {
      sendJson(response, 404, plainError(`This gateway has no ${method} ${url.pathname}.`));
      return;
    }
    const admitted = passes.find(dialect.tokenFrom(request.headers, url));
    if (admitted === undefined) {
      const message = 'The gateway does not know this token: it was never issued or was revoked.';
      sendError({ response, dialect }, { status: 401, message, code: 'invalid_api_key' });
      return;
    }
    const { turn, usage, exchanges } = admitted;
    await answerExchange({ request, response, url, dialect, turn, usage }, exchanges, options);
  }

  await listen(server, listenOptions);
  server.on('error', createAcceptWarning('A gateway'));
  let closing: Promise<void> | undefined;
  const address = server.address();

  return {
    url:
      address !== null && typeof address === 'object'
        ? `http://127.0.0.1:${address.port}`
        : undefined,
    socketPath: typeof address === 'string' ? address : undefined,
    admit(turn) {
      if (closing !== undefined) {
        throw new DragomanError(
          'gateway_closed',
          'The gateway is closed and admits no more turns.',
        );
      }
      return passes.issue(options.open(turn));
    },
    close() {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        passes.revokeAll();
        server.closeAllConnections();
      });
      return closing;
    },
  };
}

function plainError(message: string): unknown {
  return { error: { message, type: 'invalid_request_error' } };
}

/**
 * What a server does with an error while it listens. A connection that can't be accepted because the
 * process has no descriptors left is that connection's misfortune: unheard, the error would end the
 * process and with it every other turn.
 */
function createAcceptWarning(what: string): (error: Error) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - last < PAUSE_MS) return;
    last = performance.now();
    const code = errorCode(error);
    warnOfFailure(
      FULL.has(code) ? `${what} had no file descriptor left for a connection, and` : what,
      error,
    );
  };
}

/** Turns a WebSocket down in a way that clients take as "use HTTP" and not as a fault to retry. */
function refuseUpgrade(socket: Duplex): void {
  // The client may be gone already.
  socket.on('error', () => socket.destroy());
  socket.end(ANSWER, () => socket.destroy());
}

/**
 * The path and query of a request line's target, or `undefined` for a target a gateway never
 * serves: absolute and authority forms, `*`, a path that begins with `//` or that a URL parser
 * would rewrite (`..`, `%2e%2e`, `\`). What is checked is therefore what is forwarded.
 */
function requestUrl(target: string | undefined): URL | undefined {
  if (target === undefined || !/^\/(?!\/)/.test(target) || !URL.canParse(target, ORIGIN)) {
    return undefined;
  }
  const url = new URL(target, ORIGIN);
  const path = target.split(/[?#]/, 1)[0];
  return url.origin === ORIGIN && url.pathname === path ? url : undefined;
}
