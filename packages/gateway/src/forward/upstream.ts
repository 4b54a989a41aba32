import { Agent as HttpAgent, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { DragomanError } from '@dragoman/protocol';
import type { Dialect } from '../contract.js';

/** Where one dialect's requests go, and the key they go with. */
export interface UpstreamOptions {
  /** What the provider's own clients take as base URL; the README says how paths map. */
  baseUrl: string;
  key: string;
}

/** A checked upstream. */
export interface Upstream {
  readonly secure: boolean;
  /** `host` or `host:port`, for messages and the `Host` header. */
  readonly host: string;
  /** Without a last slash; empty when the base URL has no path. */
  readonly basePath: string;
  readonly key: string;
  readonly agent: HttpAgent | HttpsAgent;
  /** What every request needs to reach the upstream. */
  readonly connection: Pick<RequestOptions, 'hostname' | 'port'>;
}

/** Idle connections are dropped before providers drop them, so that a request never meets a dead one. */
const IDLE_CONNECTION_MS = 15_000;

/** Checks an upstream's options. The key is in no error. */
export function openUpstream(dialect: Dialect, { baseUrl, key }: UpstreamOptions): Upstream {
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
  const agentOptions = { keepAlive: true, maxFreeSockets: 64, timeout: IDLE_CONNECTION_MS };
  return {
    secure,
    host: url.host,
    basePath: url.pathname.replace(/\/+$/, ''),
    key,
    agent: secure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions),
    connection: {
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      ...(url.port === '' ? {} : { port: url.port }),
    },
  };
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
