import type { ControlReceipt, ControlRequest } from './control-requests.js';
import type { KeyNames } from './key-names.js';
import { type KnownTurn, readKnownTurn } from './known-turn.js';
import type { RedisLink } from './redis-link.js';
import type { RequestClaims } from './request-claims.js';
import { unavailable } from './unavailable.js';

/** The claims of all turns, each as the node that conducts it knows them. */
export interface OwnerClaims {
  /** Those of a turn that this process conducts. */
  here(turnId: string): RequestClaims | undefined;
  /**
   * Gives the page that has the request, which is another if that was given it before. Nothing where the turn has
   * ended. Rejects with `store_unavailable` where the node of the turn can't be asked.
   */
  claim(turnId: string, requestId: string, instance: string): Promise<string | undefined>;
  release(turnId: string, requestId: string, instance: string): Promise<void>;
}

export interface OwnerClaimsOptions {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  readonly here: OwnerClaims['here'];
  readonly ask: (known: KnownTurn, request: ControlRequest) => Promise<ControlReceipt | 'gone'>;
}

/** The holder of a request follows this word. */
const HELD = 'held by ';

export function createOwnerClaims({ link, keys, here, ask }: OwnerClaimsOptions): OwnerClaims {
  const askOwner = async (turnId: string, request: ControlRequest): Promise<ControlReceipt> => {
    const known = await readKnownTurn(link, keys, turnId);
    // Its node makes it known again to a Redis that came back empty.
    if (known === undefined) throw unavailable(undefined, 'The turn is not known now: try again.');
    return known.status.end === undefined ? ask(known, request) : 'gone';
  };
  return {
    here,
    async claim(turnId, requestId, instance) {
      const claims = here(turnId);
      if (claims !== undefined) return claims.claim(requestId, instance);
      const receipt = await askOwner(turnId, { kind: 'claim', requestId, instance });
      return receipt.startsWith(HELD) ? receipt.slice(HELD.length) : undefined;
    },
    async release(turnId, requestId, instance) {
      const claims = here(turnId);
      if (claims !== undefined) return claims.release(requestId, instance);
      await askOwner(turnId, { kind: 'release', requestId, instance });
    },
  };
}

/** What the node of a turn answers to a claim. */
export function claimReceipt(holder: string): ControlReceipt {
  return `${HELD}${holder}`;
}
