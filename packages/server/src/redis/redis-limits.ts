import { isJsonObject, parseJson } from '@dragoman/protocol';
import type { SharedLimits, SharedSpending } from '../store/shared-limits.js';
import type { KeyNames } from './key-names.js';
import type { Membership } from './membership.js';
import { nodeIn, textsIn } from './node-records.js';
import type { OwedWork } from './owed-work.js';
import type { RedisLink } from './redis-link.js';
import { countRequest, takePlace } from './scripts.js';

const MINUTE_MS = 60_000;
/** Today's, and yesterday's for a turn that began then. */
const SPENT_MS = String(2 * 24 * 60 * 60 * 1000);

export interface RedisLimits extends SharedLimits {
  /** Makes known what turns at work here take up. */
  refill(): Promise<void>;
  /** Gives back what turns of a lost node took up. */
  freePlacesOf(node: string): Promise<void>;
}

/** What clients use at all nodes, counted in Redis. */
export function createRedisLimits(
  link: RedisLink,
  keys: KeyNames,
  membership: Membership,
  owed: OwedWork,
): RedisLimits {
  /** Clients of turns that have a place, by the turns. */
  const places = new Map<string, string>();

  const note = (client: string, turnId: string) =>
    link.command(['SADD', keys.nodePlaces(membership.id), JSON.stringify([client, turnId])]);
  const free = async (node: string, client: string, turnId: string): Promise<void> => {
    await Promise.all([
      link.command(['HDEL', keys.atWork(client), turnId]),
      link.command(['SREM', keys.nodePlaces(node), JSON.stringify([client, turnId])]),
    ]);
  };
  const giveBack = (client: string, turnId: string): Promise<void> =>
    owed.settle(() => free(membership.id, client, turnId));

  /**
   * Frees places of nodes that are lost, or that nobody knows: a Redis that lost some of its data may have
   * kept them. A node that lives makes itself known again, with its places.
   */
  const freeLost = async (client: string): Promise<boolean> => {
    const reply = textsIn(await link.command(['HGETALL', keys.atWork(client)]));
    const owners = new Map(
      reply.flatMap((turnId, at) => (at % 2 === 0 ? [[turnId, reply[at + 1] ?? '']] : [])),
    );
    const lost = new Set<string>();
    for (const node of new Set(owners.values())) {
      const isHere = nodeIn(await membership.records.read(node))?.state === 'here';
      if (!isHere) lost.add(node);
      // It may be missing among those that are looked after.
      else await link.command(['SADD', keys.nodes, node]);
    }
    for (const [turnId, node] of owners) if (lost.has(node)) await free(node, client, turnId);
    return lost.size > 0;
  };

  const take = async (client: string, turnId: string, most: number): Promise<number> => {
    const args = [turnId, membership.id, String(most)];
    return Number(await link.script(takePlace, [keys.atWork(client)], args));
  };

  return {
    async request(client, perMinute) {
      const args = [String(MINUTE_MS / perMinute), String(MINUTE_MS)];
      return Number(await link.script(countRequest, [keys.rate(client)], args));
    },
    async begin(client, turnId, most) {
      await membership.join();
      places.set(turnId, client);
      try {
        const [, first] = await Promise.all([
          // First, so that a node that dies here leaves no place that nobody gives back.
          note(client, turnId),
          take(client, turnId, most),
        ]);
        const isFreed = first >= 0 && (await freeLost(client));
        const taken = isFreed ? await take(client, turnId, most) : first;
        if (taken < 0) return 'begun';
        places.delete(turnId);
        await link.command([
          'SREM',
          keys.nodePlaces(membership.id),
          JSON.stringify([client, turnId]),
        ]);
        return taken;
      } catch (error) {
        // It may have been taken.
        places.delete(turnId);
        await giveBack(client, turnId);
        throw error;
      }
    },
    async end(client, turnId) {
      places.delete(turnId);
      await giveBack(client, turnId);
    },
    async spentElsewhere(client, day) {
      const reply = textsIn(await link.command(['HGETALL', keys.spent(client, day)]));
      let sum = { tokens: 0, usd: 0 };
      for (let at = 0; at + 1 < reply.length; at += 2) {
        if (reply[at] !== membership.folder) sum = added(sum, reply[at + 1] ?? '');
      }
      return sum;
    },
    async noteSpent(client, day, spent) {
      const key = keys.spent(client, day);
      await Promise.all([
        link.command(['HSET', key, membership.folder, JSON.stringify(spent)]),
        link.command(['PEXPIRE', key, SPENT_MS]),
      ]);
    },
    async refill() {
      for (const [turnId, client] of [...places]) {
        await note(client, turnId);
        await link.command(['HSET', keys.atWork(client), turnId, membership.id]);
        if (!places.has(turnId)) await giveBack(client, turnId);
      }
    },
    async freePlacesOf(node) {
      for (const text of textsIn(await link.command(['SMEMBERS', keys.nodePlaces(node)]))) {
        const json = parseJson(text);
        const [client, turnId] = json.ok && Array.isArray(json.value) ? json.value : [];
        if (typeof client === 'string' && typeof turnId === 'string') {
          await free(node, client, turnId);
        }
      }
    },
  };
}

function added(sum: SharedSpending, text: string): SharedSpending {
  const json = parseJson(text);
  const { tokens, usd } = json.ok && isJsonObject(json.value) ? json.value : {};
  return {
    tokens: sum.tokens + (typeof tokens === 'number' ? tokens : 0),
    usd: sum.usd + (typeof usd === 'number' ? usd : 0),
  };
}
