import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorCode } from '@dragoman/protocol/internal';
import type { ListenOptions } from '../contract.js';
import { listen } from '../server/listen.js';
import { type HostTarget, parseAllowedHosts, parseTarget, targetText } from './allowed-hosts.js';
import { forwardPlain } from './forward-plain.js';
import { lookupOf, type Reach, type ResolveHost, reachHost, resolveHere } from './reach-host.js';

export interface HostProxyOptions {
  readonly listen: ListenOptions;
  /** The hosts that may be reached, as `parseAllowedHosts` reads them. */
  readonly hosts: readonly string[];
  /** Called with what was refused, and why, in words. What it throws is dropped. */
  readonly onRefused?: ((target: string, why: string) => void) | undefined;
  /** How names are looked up. Default: as this machine does it. */
  readonly resolve?: ResolveHost | undefined;
}

/** A proxy that lets connections to some hosts through. */
export interface HostProxy {
  /** Stops listening and ends all connections. */
  close(): Promise<void>;
}

/** More connections at once are closed. */
const MOST_CONNECTIONS = 64;
const CONNECT_MS = 30_000;
const TIME_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  connectionsCheckingInterval: 2000,
};
const LONGEST_SHOWN = 300;

/** What one request may use. */
interface ProxyContext {
  reach(target: HostTarget): Promise<Reach>;
  refuse(target: string, why: string): void;
  /** Ended when the proxy closes. */
  readonly sockets: Set<Duplex>;
}

/**
 * Starts a proxy for a sandbox without a network: CONNECT to the hosts on its list, and plain HTTP where
 * the list says so. It looks names up itself, and connects to no address of this machine or of a network
 * around it that isn't on the list itself. Throws `invalid_request` for a list that can't be read.
 */
export async function startHostProxy(options: HostProxyOptions): Promise<HostProxy> {
  const allowed = parseAllowedHosts(options.hosts);
  const { resolve = resolveHere, onRefused } = options;
  const sockets = new Set<Duplex>();
  const context: ProxyContext = {
    reach: (target) => reachHost(target, allowed, resolve),
    refuse(target, why) {
      try {
        onRefused?.(target.slice(0, LONGEST_SHOWN), why);
      } catch {
        // A report that nobody takes changes nothing for the client.
      }
    },
    sockets,
  };
  const server = createServer(TIME_LIMITS, (request, response) => {
    response.on('error', () => response.destroy());
    const answer = (status: number, words: string): void => {
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(status, { 'content-type': 'text/plain', connection: 'close' })
          .end(words);
    };
    plainRequest({ request, context, answer }, (target, addresses) =>
      forwardPlain({ request, response, target, addresses, answer }),
    ).catch(() => response.destroy());
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.on('connection', (socket) => keep(sockets, socket));
  server.on('connect', (request, socket, head) => {
    openTunnel({ request, socket, head, context }).catch(() => socket.destroy());
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await listen(server, options.listen);
  let closing: Promise<void> | undefined;
  return {
    close() {
      closing ??= new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
        server.closeAllConnections();
      });
      return closing;
    },
  };
}

function keep(sockets: Set<Duplex>, socket: Duplex): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}

interface PlainRequest {
  readonly request: IncomingMessage;
  readonly context: ProxyContext;
  answer(status: number, words: string): void;
}

/** A request that the client sent as a whole, with the address of another host. */
async function plainRequest(
  { request, context, answer }: PlainRequest,
  forward: (target: HostTarget, addresses: Parameters<typeof lookupOf>[0]) => void,
): Promise<void> {
  const { url = '' } = request;
  const authority = /^http:\/\/([^/?#]+)/i.exec(url)?.[1] ?? '';
  const target = parseTarget('http', authority);
  if (target === undefined) {
    answer(400, 'This proxy takes CONNECT host:port, and requests to http://host/… .\n');
    return;
  }
  const reach = await context.reach(target);
  if (reach.kind === 'reachable') forward(target, reach.addresses);
  else answer(...refusal(target, reach, context));
}

interface Tunnel {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What the client sent before it was answered. */
  readonly head: Buffer;
  readonly context: ProxyContext;
}

async function openTunnel({ request, socket, head, context }: Tunnel): Promise<void> {
  socket.on('error', () => socket.destroy());
  const target = parseTarget('https', request.url ?? '');
  if (target === undefined) {
    context.refuse(JSON.stringify(request.url), 'it is no host');
    endWith(socket, 400, 'A CONNECT names host:port.\n');
    return;
  }
  const reach = await context.reach(target);
  if (socket.destroyed) return;
  if (reach.kind !== 'reachable') {
    endWith(socket, ...refusal(target, reach, context));
    return;
  }
  const far = connect({
    host: target.host,
    port: target.port,
    lookup: lookupOf(reach.addresses),
    autoSelectFamily: true,
    allowHalfOpen: true,
    noDelay: true,
  });
  keep(context.sockets, far);
  let isOpen = false;
  far.setTimeout(CONNECT_MS, () => {
    if (!isOpen) far.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
  });
  far.once('connect', () => {
    isOpen = true;
    far.setTimeout(0);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) far.write(head);
    join(socket, far);
  });
  far.on('error', (error) => {
    if (isOpen || socket.writableEnded) socket.destroy();
    else endWith(socket, 502, unreachable(target, error));
  });
  socket.once('close', () => far.destroy());
}

/** With what a request is refused, which the user learns, too; or why there is nobody to ask. */
function refusal(
  target: HostTarget,
  reach: Exclude<Reach, { kind: 'reachable' }>,
  context: ProxyContext,
): [status: number, words: string] {
  const text = targetText(target);
  if (reach.kind === 'unknown') return [502, `${text} can't be reached: ${reach.why}.\n`];
  context.refuse(text, reach.why);
  return [403, `${text} is not reached from here: ${reach.why}.\n`];
}

/** Why a host that is allowed could not be reached. */
export function unreachable(target: HostTarget, error: Error): string {
  const why = errorCode(error) ?? error.message;
  return `${targetText(target)} can't be reached (${why}).\n`;
}

/** Both ways, each to its own end. What a far side that is gone has sent reaches a slow client. */
function join(client: Duplex, far: Socket): void {
  client.pipe(far);
  far.pipe(client);
  far.once('close', (isBroken) => {
    if (isBroken) client.destroy();
    else leave(client);
  });
}

function leave(client: Duplex, last = ''): void {
  client.resume();
  client.end(last, () => client.destroy());
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  502: 'Bad Gateway',
};

function endWith(socket: Duplex, status: number, words: string): void {
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}`,
    'content-type: text/plain',
    `content-length: ${Buffer.byteLength(words)}`,
    'connection: close',
  ];
  leave(socket, `${head.join('\r\n')}\r\n\r\n${words}`);
}
