import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { HOP_BY_HOP } from '../forward/hop-by-hop.js';
import { connectionHeaders, framingFault } from '../server/framing-fault.js';
import { type HostTarget, targetText } from './allowed-hosts.js';
import { type HostAddress, lookupOf } from './reach-host.js';

interface PlainExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: HostTarget;
  readonly addresses: readonly HostAddress[];
  answer(status: number, words: string): void;
}

const CONNECT_MS = 30_000;

/**
 * Passes on one request that is not encrypted, and its answer. The host that it names is the one that was
 * checked, whatever its headers say.
 */
export function forwardPlain({
  request,
  response,
  target,
  addresses,
  answer,
}: PlainExchange): void {
  const fault = framingFault(request);
  if (fault !== undefined) {
    answer(400, `${fault}\n`);
    return;
  }
  const far = ask({
    host: target.host,
    port: target.port,
    lookup: lookupOf(addresses),
    agent: false,
    method: request.method,
    path: pathOf(request.url ?? ''),
    headers: [
      ...headersOf(request),
      ['host', targetText(target).slice('http://'.length)],
      ['connection', 'close'],
    ].flat(),
    setHost: false,
  });
  far.setTimeout(CONNECT_MS, () => {
    if (far.socket?.connecting !== false) far.destroy(new Error('no answer'));
  });
  far.on('error', () => answer(502, `${targetText(target)} can't be reached.\n`));
  // Nobody asked for another protocol: the header for that is not passed on.
  far.once('upgrade', (_found, socket) => {
    socket.destroy();
    far.destroy(new Error('the host changed the protocol'));
    answer(502, `The answer of ${targetText(target)} can't be passed on.\n`);
  });
  far.once('response', (found) => {
    try {
      response.writeHead(found.statusCode ?? 502, headersOf(found).flat());
      pipeline(found, response, () => {});
    } catch (error) {
      // Node reads answers that it doesn't write, such as one with the status 000.
      far.destroy(error instanceof Error ? error : undefined);
      answer(502, `The answer of ${targetText(target)} can't be passed on.\n`);
    }
  });
  response.once('close', () => far.destroy());
  request.pipe(far);
}

/** The path and the query of a request for another host. */
function pathOf(url: string): string {
  const rest = url.replace(/^http:\/\/[^/?#]+/i, '').replace(/#.*$/s, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Headers that are not for the proxy itself, in their order. */
function headersOf({ rawHeaders, headers }: IncomingMessage): [name: string, value: string][] {
  const own = new Set([...HOP_BY_HOP, 'host', ...connectionHeaders(headers.connection)]);
  const kept: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!own.has(name.toLowerCase())) kept.push([name, rawHeaders[at + 1] ?? '']);
  }
  return kept;
}
