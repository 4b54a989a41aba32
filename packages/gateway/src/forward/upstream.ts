import { Agent as HttpAgent, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { DragomanError } from '@dragoman/protocol';
import type { Dialect } from '../contract.js';
import { HOP_BY_HOP } from './hop-by-hop.js';

/** Where one dialect's requests go, and the key they go with. */
export interface UpstreamOptions {
  /** What the provider's own clients take as base URL; the README says how paths map. */
  baseUrl: string;
  /** A key, or the token of a login. */
  key: string;
  /** How it is presented: as the dialect presents keys (default), or always as a bearer token. */
  presentedAs?: 'key' | 'bearer';
  /** Sent with every request, whatever the client sends under these names. */
  headers?: Readonly<Record<string, string>>;
}

/** A checked upstream. */
export interface Upstream {
  readonly secure: boolean;
  /** `host` or `host:port`, for messages and the `Host` header. */
  readonly host: string;
  /** Without a last slash; empty when the base URL has no path. */
  readonly basePath: string;
  readonly key: string;
  readonly presentedAs: 'key' | 'bearer';
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: HttpAgent | HttpsAgent;
  /** What every request needs to reach the upstream. */
  readonly connection: Pick<RequestOptions, 'hostname' | 'port'>;
}

/** Idle connections are dropped before providers drop them, so that a request never meets a dead one. */
const IDLE_CONNECTION_MS = 15_000;

/** What the gateway itself decides: how a request is framed, where it goes, and who asks. */
const OWN_HEADERS = new Set([
  ...HOP_BY_HOP,
  'accept-encoding',
  'authorization',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'x-api-key',
  'x-goog-api-key',
]);

/** Checks an upstream's options. Neither the key nor the value of a header is in an error. */
export function openUpstream(dialect: Dialect, options: UpstreamOptions): Upstream {
  const { baseUrl, key, presentedAs = 'key', headers = {} } = options;
  const problem = baseUrlProblem(baseUrl);
  if (problem !== undefined) throw misconfigured(dialect, `its base URL ${problem}`);
  const url = new URL(baseUrl);
  const secure = url.protocol === 'https:';
  // Checked as a caller without types may give it: a key left out would go upstream as "undefined".
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) {
    throw misconfigured(
      dialect,
      'its key is missing, empty, or holds characters that no header can carry',
    );
  }
  if (!WAYS.has(presentedAs)) throw misconfigured(dialect, 'its key is presented as key or bearer');
  const agentOptions = { keepAlive: true, maxFreeSockets: 64, timeout: IDLE_CONNECTION_MS };
  return {
    secure,
    host: url.host,
    basePath: url.pathname.replace(/\/+$/, ''),
    key,
    presentedAs,
    headers: checkedHeaders(dialect, headers),
    agent: secure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions),
    connection: {
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      ...(url.port === '' ? {} : { port: url.port }),
    },
  };
}

const WAYS: ReadonlySet<unknown> = new Set(['key', 'bearer']);

function checkedHeaders(
  dialect: Dialect,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).map(([name, value]: [string, unknown]) => {
    const lower = name.toLowerCase();
    if (!/^[a-z0-9-]+$/.test(lower) || OWN_HEADERS.has(lower)) {
      throw misconfigured(dialect, `its headers can't have one named ${JSON.stringify(name)}`);
    }
    if (typeof value !== 'string' || !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)) {
      throw misconfigured(dialect, `its header ${lower} has a value that no header can carry`);
    }
    return [lower, value] as const;
  });
  return Object.fromEntries(entries);
}

function misconfigured(dialect: Dialect, reason: string): DragomanError {
  return new DragomanError(
    'gateway_upstream_invalid',
    `The ${dialect} upstream cannot be used: ${reason}.`,
  );
}

/** What is wrong with the address of an upstream, to follow on its name. */
export function baseUrlProblem(baseUrl: unknown): string | undefined {
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) return 'is not a URL';
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return 'must begin with http:// or https://';
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return 'must have no user, password, query or fragment';
  }
  return undefined;
}
