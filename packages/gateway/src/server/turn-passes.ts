import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TurnPass, TurnUsage } from '../contract.js';

/** One admitted turn, as the server knows it. The token itself is not kept, only its hash. */
export interface AdmittedTurn<Turn> {
  readonly tokenHash: Buffer;
  readonly turn: Turn;
  readonly usage: TurnUsage;
  /** The exchanges under way. */
  readonly exchanges: Set<AbortController>;
}

export interface TurnPasses<Turn> {
  issue(turn: Turn): TurnPass;
  find(token: string | undefined): AdmittedTurn<Turn> | undefined;
  revokeAll(): void;
}

const TOKEN_BYTES = 32;

/** Begins every token, so that one that leaks is recognised for what it is. */
export const TOKEN_PREFIX = 'dgm_';

/** The register of the turns a gateway has let in. */
export function createTurnPasses<Turn>(): TurnPasses<Turn> {
  const admitted = new Map<string, AdmittedTurn<Turn>>();

  function revoke(key: string): void {
    const turn = admitted.get(key);
    admitted.delete(key);
    for (const exchange of turn?.exchanges ?? []) exchange.abort(new Error('pass revoked'));
  }

  return {
    issue(turn) {
      const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
      const tokenHash = hash(token);
      const key = tokenHash.toString('hex');
      const usage = emptyUsage();
      admitted.set(key, { tokenHash, turn, usage, exchanges: new Set() });
      return { token, usage: () => ({ ...usage }), revoke: () => revoke(key) };
    },
    find(token) {
      if (token === undefined) return undefined;
      // The map is asked for the hash, so its timing reveals nothing about a token.
      const tokenHash = hash(token);
      const turn = admitted.get(tokenHash.toString('hex'));
      return turn !== undefined && timingSafeEqual(turn.tokenHash, tokenHash) ? turn : undefined;
    },
    revokeAll() {
      for (const key of [...admitted.keys()]) revoke(key);
    },
  };
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function emptyUsage(): TurnUsage {
  return {
    requests: 0,
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
  };
}
