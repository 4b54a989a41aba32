import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { errorCode } from '@dragoman/protocol/internal';
import type { Exchange } from '../server/exchange.js';
import type { OpenForwardTurn } from './forward-turn.js';
import { upstreamHeaders } from './forwarded-headers.js';
import { forwardedQuery } from './forwarded-query.js';
import { Refusal } from './refusal.js';
import type { Upstream } from './upstream.js';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection before it answered',
  EPIPE: 'closed the connection before it answered',
  ENOTFOUND: 'has no address (DNS)',
  EAI_AGAIN: 'could not be looked up (DNS)',
  ETIMEDOUT: 'could not be reached in time',
};
const BROKEN = new Set(['ECONNRESET', 'EPIPE']);

const CONNECT_TIMEOUT_MS = 20_000;

/**
 * Sends an exchange's request upstream with the body that was checked, and resolves when the answer
 * begins. Rejects with a `Refusal` when none does.
 */
export function callUpstream(
  exchange: Exchange<OpenForwardTurn>,
  upstream: Upstream,
  bytes: Buffer,
): Promise<IncomingMessage> {
  const { request, dialect, url, signal, turn } = exchange;
  const { method, headers } = request;
  const { access } = turn.policy;
  const body = method === 'GET' ? undefined : bytes;
  const path =
    dialect.upstreamPath(upstream.basePath, url.pathname) + forwardedQuery(url, dialect.dialect);
  return new Promise((resolve, reject) => {
    const call = (upstream.secure ? requestHttps : requestHttp)({
      ...upstream.connection,
      agent: upstream.agent,
      method,
      path,
      headers: upstreamHeaders({ headers, dialect, upstream, access, body }),
      signal,
    });
    limitConnectTime(call);
    call.once('socket', outliveBrokenWrites);
    call.once('response', resolve);
    call.once('upgrade', (_answer, socket) => {
      socket.destroy();
      const message = `The upstream ${upstream.host} switched to another protocol (101), which nobody asked it to.`;
      reject(new Refusal({ status: 502, message, code: 'upstream_switched' }, 'upstream_failed'));
    });
    // Stays on after the response: an upstream that answers early may break the upload, and what
    // it answered still has to reach the client.
    call.on('error', (error) => reject(upstreamFailed(upstream, error)));
    call.end(body);
  });
}

function limitConnectTime(call: ClientRequest): void {
  call.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => call.destroy(new ConnectTimeout()), CONNECT_TIMEOUT_MS);
    const stop = () => clearTimeout(timer);
    socket.once('connect', stop);
    socket.once('close', stop);
  });
}

class ConnectTimeout extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Names the host and the error's code only: nothing of what was sent. */
function upstreamFailed(upstream: Upstream, cause: Error): Refusal {
  const code = errorCode(cause) ?? 'unknown';
  const reason = REASONS[code] ?? 'could not be used';
  const message = `The upstream ${upstream.host} ${reason} (${code}).`;
  const answer = { status: 502, message, code: 'upstream_failed' };
  return new Refusal(answer, 'upstream_failed', { cause });
}

type Done = (error?: Error | null) => void;

/**
 * Lets a socket be read to its end although it can no longer be written to. An upstream that
 * answers early (413) hangs up on the rest of the upload, and Node drops a socket at the first
 * write that fails: the answer that is there unread would be lost. What is written after that goes
 * nowhere; that the connection is broken shows when reading comes to its end.
 */
function outliveBrokenWrites(socket: Duplex): void {
  if (prepared.has(socket)) return;
  prepared.add(socket);
  const write = socket._write.bind(socket);
  const writeMany = socket._writev?.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, unlessBroken(done));
  if (writeMany !== undefined) {
    socket._writev = (chunks, done) => writeMany(chunks, unlessBroken(done));
  }
}

/** Sockets are used again. */
const prepared = new WeakSet<Duplex>();

function unlessBroken(done: Done): Done {
  return (error) => {
    const code = errorCode(error);
    done(typeof code === 'string' && BROKEN.has(code) ? null : error);
  };
}
