import type { ServerOptions } from '../contract.js';
import { type Refusal, refusal } from '../errors/refusal.js';
import { type Client, type KeyRing, localClient } from '../keys/key-ring.js';
import { checkHost } from './host-check.js';
import { checkOrigin, corsHeaders, isPreflight } from './origin-check.js';

/** Decides who may ask. */
export interface Access {
  /**
   * Whoever a request comes from. Rejects with `host_refused`, `origin_refused` or `unauthorized`. No
   * message says what was sent as a key.
   */
  check(request: Request): Promise<Client>;
  /** Rejects with `host_refused` and `origin_refused`: for what needs no key, but isn't for every site. */
  checkSite(request: Request): Promise<void>;
  /** Headers for every response to a request, also for refusals: without them no page can read why. */
  cors(request: Request): Readonly<Record<string, string>>;
  /** The response to a browser that only asks whether it may ask. `undefined` for any other request. */
  preflight(request: Request): Response | undefined;
}

export interface AccessOptions extends Pick<ServerOptions, 'keys' | 'hosts' | 'openUntilFirstKey'> {
  readonly origins?: readonly string[] | undefined;
}

const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

/**
 * With keys, one must come in `Authorization`, which no page of another site can have a browser send.
 * Without, the request must come to this machine by one of its names, and from no page of another site.
 */
export function createAccess(options: AccessOptions): Access {
  const { hosts, origins = [] } = options;
  const keysNow = createKeysNow(options);
  const checkSiteWith = (keys: KeyRing | undefined, request: Request): void => {
    if (keys === undefined || hosts !== undefined) checkHost(request, hosts);
    if (keys === undefined) checkOrigin(request, origins);
  };
  return {
    checkSite: async (request) => checkSiteWith(await keysNow(), request),
    async check(request) {
      const keys = await keysNow();
      checkSiteWith(keys, request);
      if (keys === undefined) return localClient;
      const key = bearerOf(request);
      const client = key === undefined ? undefined : await keys.find(key);
      if (client !== undefined) return client;
      throw unauthorized(key !== undefined);
    },
    cors: (request) => corsHeaders(request, origins),
    preflight(request) {
      if (!isPreflight(request)) return undefined;
      return new Response(null, { status: 204, headers: corsHeaders(request, origins) });
    },
  };
}

/** What a request has in `Authorization`, if that has the form of a key or a token. */
export function bearerOf(request: Request): string | undefined {
  return BEARER.exec(request.headers.get('authorization') ?? '')?.[1];
}

/** Whether a client needs a key from the start. */
export function needsKeys({
  keys,
  openUntilFirstKey = false,
}: Pick<ServerOptions, 'keys' | 'openUntilFirstKey'>): boolean {
  return keys !== undefined && !openUntilFirstKey;
}

/** The keys that count at a request: none, until there is a first one. Then they count for ever. */
function createKeysNow(options: AccessOptions): () => Promise<KeyRing | undefined> {
  const { keys } = options;
  let isOpen = !needsKeys(options);
  return async () => {
    if (isOpen && keys !== undefined && (await (keys.hasAny?.() ?? true))) isOpen = false;
    return isOpen ? undefined : keys;
  };
}

function unauthorized(wasGiven: boolean): Refusal {
  return refusal(
    'unauthorized',
    wasGiven
      ? 'This key is not known here, or was revoked. `dragoman keys add` makes one.'
      : 'A key is needed: send `Authorization: Bearer <key>`. `dragoman keys add` makes one.',
    { headers: { 'www-authenticate': 'Bearer' } },
  );
}
