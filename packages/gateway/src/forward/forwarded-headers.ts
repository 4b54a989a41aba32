import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Dialect } from '../contract.js';
import type { DialectRules } from '../dialects/dialect.js';
import { connectionHeaders } from '../server/framing-fault.js';
import { HOP_BY_HOP } from './hop-by-hop.js';
import { allowedBetas } from './policy/anthropic-policy.js';
import type { HostedAccess } from './policy/hosted-access.js';
import type { Upstream } from './upstream.js';

/** Cookies and routes belong between the upstream and the gateway. */
const NEVER_TO_CLIENT = new Set([
  ...HOP_BY_HOP,
  'alt-svc',
  'set-cookie',
  'strict-transport-security',
]);

/** What of a header goes upstream; `undefined`: nothing. */
type HeaderRule = (value: string, access: HostedAccess) => string | undefined;

const asItIs: HeaderRule = (value) => value;

/** What any client may say about itself, its format and its retries. */
const COMMON: readonly (readonly [name: RegExp, rule: HeaderRule])[] = [
  [/^(accept|accept-language|user-agent|idempotency-key|x-client-request-id)$/, asItIs],
  [/^x-stainless-[\w-]+$/, asItIs],
  // By these OpenCode stays with one server of a router, and finds its caches there.
  [/^x-session-(id|affinity)$/, asItIs],
];

/**
 * The headers that go upstream, by the language they belong to. Whose account is charged, which
 * method is meant, which route is taken: a header that says more than these is left out.
 */
const HEADERS: Readonly<Record<Dialect, typeof COMMON>> = {
  openai: [
    ...COMMON,
    // Codex: which conversation asks, and in which form. Older versions wrote them with `_`.
    [/^(originator|version|(session|conversation|thread)[_-]id)$/, asItIs],
    [/^(x-codex-[\w-]+|x-openai-subagent|x-openai-internal-codex-responses-lite)$/, asItIs],
    [/^openai-beta$/, (value) => keepNames(value, (name) => /^responses[=_][\w=.-]+$/.test(name))],
  ],
  anthropic: [
    ...COMMON,
    [/^(anthropic-version|anthropic-dangerous-direct-browser-access|x-app)$/, asItIs],
    [/^x-claude-code-[\w-]+$/, asItIs],
    [/^anthropic-beta$/, (value, access) => allowedBetas(value, { access })],
  ],
  gemini: [...COMMON, [/^x-goog-api-client$/, asItIs]],
};

function keepNames(value: string, keep: (name: string) => boolean): string | undefined {
  const names = value.split(',').map((name) => name.trim());
  return names.filter(keep).join(',') || undefined;
}

interface UpstreamRequest {
  readonly headers: IncomingHttpHeaders;
  readonly dialect: DialectRules;
  readonly upstream: Upstream;
  readonly access: HostedAccess;
  /** What is sent; `undefined` for a request that has no body. */
  readonly body: Buffer | undefined;
}

/** The headers of a client's request as the upstream gets them, with the real key and one framing. */
export function upstreamHeaders(request: UpstreamRequest): OutgoingHttpHeaders {
  const { headers, dialect, upstream, access, body } = request;
  const [keyName, keyValue] =
    upstream.presentedAs === 'bearer'
      ? ['authorization', `Bearer ${upstream.key}`]
      : dialect.keyHeader(upstream.key);
  return {
    ...allowedHeaders(headers, HEADERS[dialect.dialect], access),
    ...upstream.headers,
    host: upstream.host,
    // Usage is read from the answer, and a key can only be found in bytes that are not packed.
    'accept-encoding': 'identity',
    [keyName]: keyValue,
    // As which it was checked, whatever the client calls it.
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': body.length,
    }),
  };
}

function allowedHeaders(
  headers: IncomingHttpHeaders,
  rules: typeof COMMON,
  access: HostedAccess,
): OutgoingHttpHeaders {
  const named = new Set(connectionHeaders(headers.connection));
  const allowed: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    const rule = rules.find(([pattern]) => pattern.test(name))?.[1];
    if (rule === undefined || typeof value !== 'string' || named.has(name)) continue;
    const kept = rule(value, access);
    if (kept !== undefined) allowed[name] = kept;
  }
  return allowed;
}

/** The headers of an upstream's answer as the client gets them, without the key. */
export function clientHeaders(
  headers: IncomingHttpHeaders,
  key: string,
  decoded: boolean,
): OutgoingHttpHeaders {
  const named = new Set(connectionHeaders(headers.connection));
  const kept: OutgoingHttpHeaders = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !NEVER_TO_CLIENT.has(name) && !named.has(name)),
  );
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

/** Replaces a key in a text by as many asterisks, so that lengths stay true. */
function redactText(text: string, key: string): string {
  return text.replaceAll(key, '*'.repeat(key.length));
}
