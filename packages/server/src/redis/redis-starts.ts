import type { NotedStart, StartStore, TurnStart } from '../store/turn-store.js';
import type { KeyNames } from './key-names.js';
import { jsonIn } from './known-turn.js';
import type { Membership } from './membership.js';
import type { OwedWork } from './owed-work.js';
import type { RedisLink } from './redis-link.js';
import { compareAndSet } from './scripts.js';
import { isUnavailable } from './unavailable.js';

interface WrittenStart extends NotedStart {
  /** The node that begins its turn, and until when that counts. */
  readonly node: string;
  readonly epoch: number;
}

const KEPT_MS = String(7 * 24 * 60 * 60 * 1000);

/** Starts as one key each. One whose node was lost before its turn began is free again. */
export function createRedisStarts(
  link: RedisLink,
  keys: KeyNames,
  membership: Membership,
  owed: OwedWork,
  hasTurn: (turnId: string) => Promise<boolean>,
): StartStore {
  const read = async ({ client, key }: TurnStart) => {
    const name = keys.start(client, key);
    const reply = await link.command(['GET', name]);
    const text = typeof reply === 'string' ? reply : '';
    return { name, text, start: text === '' ? undefined : jsonIn<WrittenStart>(text) };
  };
  const replace = async (name: string, from: string, to: WrittenStart | undefined) => {
    const next = to === undefined ? '' : JSON.stringify(to);
    return (await link.script(compareAndSet, [name], [from, next, KEPT_MS])) === 1;
  };
  const written = ({ client, key, bodyHash, turnId }: TurnStart, hasBegun: boolean) => ({
    ...{ client, key, bodyHash, turnId, hasBegun },
    ...{ node: membership.id, epoch: membership.epoch },
  });

  const release = async (asked: TurnStart): Promise<void> => {
    const { name, text, start } = await read(asked);
    if (start?.turnId === asked.turnId) await replace(name, text, undefined);
  };

  return {
    async claim(asked) {
      await membership.join();
      for (;;) {
        const { name, text, start } = await read(asked);
        if (start !== undefined) {
          const mayBegin =
            start.hasBegun || (await membership.records.isHere(start.node, start.epoch));
          if (mayBegin || (await hasTurn(start.turnId))) return start;
        }
        const isClaimed = await replace(name, text, written(asked, false)).catch(
          async (error: unknown) => {
            // It may have been claimed, and nobody would give it back.
            if (isUnavailable(error)) await owed.settle(() => release(asked));
            throw error;
          },
        );
        if (isClaimed) return 'claimed';
      }
    },
    async note(asked) {
      const { name, text, start } = await read(asked);
      // One that a Redis has lost is noted all the same.
      if (start !== undefined && start.turnId !== asked.turnId) return;
      await replace(name, text, written(asked, true));
    },
    release: (asked) => owed.settle(() => release(asked)),
  };
}
