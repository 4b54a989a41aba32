import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { DialectRules } from '../dialects/dialect.js';
import { connectionHeaders } from '../server/framing-fault.js';
import { redactText } from './redact-text.js';
import type { Upstream } from './upstream.js';

/** Meant for the next hop only (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Whatever a client may use to identify itself, or to say where it comes from. */
const NEVER_UPSTREAM = new Set([
  ...HOP_BY_HOP,
  'api-key',
  'authorization',
  // Where the body ends is for the gateway to say, whatever the client's `Connection` names.
  'content-length',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'via',
  'x-api-key',
  'x-goog-api-key',
  'x-real-ip',
]);

/** Cookies and routes belong between the upstream and the gateway. */
const NEVER_TO_CLIENT = new Set([
  ...HOP_BY_HOP,
  'alt-svc',
  'set-cookie',
  'strict-transport-security',
]);

/** The headers of a client's request as the upstream gets them, with the real key and one framing. */
export function upstreamHeaders(
  headers: IncomingHttpHeaders,
  dialect: DialectRules,
  upstream: Upstream,
): OutgoingHttpHeaders {
  const [keyName, keyValue] = dialect.keyHeader(upstream.key);
  return {
    ...keepHeaders(
      headers,
      (name) => !NEVER_UPSTREAM.has(name) && !name.startsWith('x-forwarded-'),
    ),
    host: upstream.host,
    // Usage is read from the answer, and a key can only be found in bytes that are not packed.
    'accept-encoding': 'identity',
    [keyName]: keyValue,
    ...framing(headers),
  };
}

function framing(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  const length = headers['content-length'];
  return length === undefined ? {} : { 'content-length': length };
}

/** The headers of an upstream's answer as the client gets them, without the key. */
export function clientHeaders(
  headers: IncomingHttpHeaders,
  key: string,
  decoded: boolean,
): OutgoingHttpHeaders {
  const kept = keepHeaders(headers, (name) => !NEVER_TO_CLIENT.has(name));
  if (decoded) {
    delete kept['content-encoding'];
    delete kept['content-length'];
  }
  for (const [name, value] of Object.entries(kept)) {
    if (typeof value === 'string') kept[name] = redactText(value, key);
    if (Array.isArray(value)) kept[name] = value.map((item) => redactText(item, key));
  }
  return kept;
}

/** Keeps what `keep` says, without the headers that `Connection` names as the hop's own. */
function keepHeaders(
  headers: IncomingHttpHeaders,
  keep: (name: string) => boolean,
): OutgoingHttpHeaders {
  const named = new Set(connectionHeaders(headers.connection));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => keep(name) && !named.has(name)),
  );
}
