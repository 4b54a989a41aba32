import type { ControlReceipt, ControlRequest } from './control-requests.js';
import type { KeyNames } from './key-names.js';
import { type KnownTurn, readKnownTurn } from './known-turn.js';
import type { RedisLink } from './redis-link.js';
import type { RequestClaims } from './request-claims.js';
import { unavailable } from './unavailable.js';

/**
 * The claims of all turns, each asked of the node that conducts it. Rejects with `store_unavailable` where
 * that can't be asked.
 */
export interface OwnerClaims {
  /** Those of a turn that this process conducts. */
  here(turnId: string): RequestClaims | undefined;
  /** Gives the page that has the request. Nothing where the turn has ended. */
  claim(turnId: string, requestId: string, instance: string): Promise<string | undefined>;
  claimant(turnId: string, requestId: string): Promise<string | undefined>;
  release(turnId: string, requestId: string, instance: string): Promise<void>;
}

export interface OwnerClaimsOptions {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  readonly here: OwnerClaims['here'];
  readonly ask: (known: KnownTurn, request: ControlRequest) => Promise<ControlReceipt | 'gone'>;
}

/** What nodes ask one another about claims. */
export type ClaimRequest =
  | { readonly kind: 'claim' | 'release'; readonly requestId: string; readonly instance: string }
  | { readonly kind: 'claimant'; readonly requestId: string };

/** The holder of a request follows this word. */
const HELD = 'held by ';
/** The ids of requests are shorter; a client may send any text. */
const MOST_ID = 1000;

export function createOwnerClaims({ link, keys, here, ask }: OwnerClaimsOptions): OwnerClaims {
  const askOwner = async (turnId: string, request: ClaimRequest): Promise<string | undefined> => {
    const claims = here(turnId);
    if (claims !== undefined) return settleClaim(claims, request);
    if (request.requestId.length > MOST_ID) return undefined;
    const known = await readKnownTurn(link, keys, turnId);
    if (known === undefined && request.kind === 'claim') {
      // Its node makes it known again to a Redis that came back empty. No page gets anything before.
      throw unavailable(undefined, 'The turn is not known now: try again.');
    }
    if (known === undefined || known.status.end !== undefined) return undefined;
    const receipt = await ask(known, request);
    return receipt.startsWith(HELD) ? receipt.slice(HELD.length) : undefined;
  };
  return {
    here,
    claim: (id, requestId, instance) => askOwner(id, { kind: 'claim', requestId, instance }),
    claimant: (id, requestId) => askOwner(id, { kind: 'claimant', requestId }),
    async release(id, requestId, instance) {
      await askOwner(id, { kind: 'release', requestId, instance });
    },
  };
}

/** What the node of a turn answers: `gone` where it doesn't conduct it any more. */
export function claimReceipt(
  claims: RequestClaims | undefined,
  request: ClaimRequest,
): ControlReceipt {
  if (claims === undefined) return 'gone';
  const holder = settleClaim(claims, request);
  return holder === undefined ? 'free' : `${HELD}${holder}`;
}

/** Gives the page that has the request from then on. */
function settleClaim(claims: RequestClaims, request: ClaimRequest): string | undefined {
  const { requestId } = request;
  if (request.kind === 'claim') return claims.claim(requestId, request.instance);
  if (request.kind === 'release') claims.release(requestId, request.instance);
  return claims.claimant(requestId);
}
