import { errorCode } from '@dragoman/protocol/internal';
import type { ServerLimits } from '../contract.js';
import type { Client } from '../keys/key-ring.js';
import type { SharedLimits } from '../store/shared-limits.js';
import { type Admission, REQUESTS_PER_MINUTE, TURNS_PER_KEY, tooMany } from './admission.js';
import { TooManyRequests } from './request-rate.js';

/** Admission by one of several servers: what holds for a client holds at all of them together. */
export interface SharedAdmission extends Omit<Admission, 'request' | 'begin' | 'left' | 'spent'> {
  request(client: Client): Promise<void>;
  begin(client: Client, turnId: string): Promise<() => void>;
  left(client: Client): Promise<ReturnType<Admission['left']>>;
}

/**
 * Where the store counts for all servers, its word counts beside this server's own. Requests are held to
 * this server's own rate where the store can't be asked: who reads what is here must not be kept from it.
 *
 * @param onFailure gets why others don't learn what was used here; they do with the next charge
 */
export function createSharedAdmission(
  own: Admission,
  limits: ServerLimits,
  shared: SharedLimits | undefined,
  onFailure: (error: unknown) => void,
): SharedAdmission {
  const { turnsPerKey = TURNS_PER_KEY, requestsPerMinute = REQUESTS_PER_MINUTE } = limits;
  const hasDayBudget = limits.tokensPerDay !== undefined || limits.costUsdPerDay !== undefined;
  const { charged, uncharged } = own;

  const left = async (client: Client) => {
    if (shared === undefined || !hasDayBudget) return own.left(client);
    const { day } = own.spent(client);
    return own.left(client, await shared.spentElsewhere(client.id, day));
  };

  return {
    charged,
    uncharged,
    left,
    get turns() {
      return own.turns;
    },
    async request(client) {
      if (shared === undefined) return own.request(client);
      const wait = await shared.request(client.id, requestsPerMinute).catch((error: unknown) => {
        if (errorCode(error) !== 'store_unavailable') throw error;
        return undefined;
      });
      if (wait === undefined) return own.request(client);
      if (wait > 0) throw new TooManyRequests(Math.ceil(wait / 1000), requestsPerMinute);
    },
    async begin(client, turnId) {
      if (shared === undefined) return own.begin(client, turnId);
      await left(client);
      const begun = await shared.begin(client.id, turnId, turnsPerKey);
      if (begun !== 'begun') {
        throw tooMany(`This key has ${begun} turns at work, at all servers`, turnsPerKey);
      }
      try {
        const release = own.begin(client, turnId);
        return () => {
          release();
          void shared.end(client.id, turnId);
        };
      } catch (error) {
        await shared.end(client.id, turnId);
        throw error;
      }
    },
    async charge(client, turnId, spent) {
      await own.charge(client, turnId, spent);
      if (shared === undefined || !hasDayBudget) return;
      const { day, ...used } = own.spent(client);
      await shared.noteSpent(client.id, day, used).catch(onFailure);
    },
  };
}
