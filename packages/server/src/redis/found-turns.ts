import { isTurnId } from '@dragoman/runtime';
import type { StoredTurn, TurnQuery, TurnStore } from '../store/turn-store.js';
import type { LostTurns } from './folder-identity.js';
import type { KeyNames } from './key-names.js';
import { type KnownTurn, readKnownTurn } from './known-turn.js';
import { idsOf, isAskedFor, mergeTurns } from './list-turns.js';
import { createLocalTurn } from './local-turn.js';
import type { Membership } from './membership.js';
import type { FoundTurn } from './redis-conversations.js';
import type { RedisLink } from './redis-link.js';
import { createRemoteTurn, type RemoteTurnOptions } from './remote-turn.js';

/** The turns of all nodes: those of this machine by their journals, the others as Redis has them. */
export interface FoundTurns {
  find(id: string): Promise<StoredTurn | undefined>;
  /** A turn whose journal is here, and counts. */
  here(id: string): Promise<StoredTurn | undefined>;
  there(id: string): Promise<KnownTurn | undefined>;
  /** A turn, and the machine that it is at. */
  withHome(id: string): Promise<FoundTurn | undefined>;
  list(query: TurnQuery): AsyncIterable<StoredTurn>;
  /** Whether nobody can answer a turn any more. One that can't be read is looked at again later. */
  isOver(id: string): Promise<boolean>;
}

export interface FoundTurnsOptions extends Pick<RemoteTurnOptions, 'ask' | 'askHome' | 'where'> {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  readonly membership: Membership;
  readonly files: TurnStore;
  readonly lost: LostTurns;
  /** Aborts when others have ended the turn because this node was lost. */
  readonly lostSignal: (id: string) => AbortSignal;
}

export function createFoundTurns(options: FoundTurnsOptions): FoundTurns {
  const { link, keys, membership, files, lost, lostSignal, ask, askHome, where } = options;

  const here = async (id: string): Promise<StoredTurn | undefined> => {
    const stored = await files.find(id);
    if (stored === undefined || (await lost.isMarked(id))) return undefined;
    return createLocalTurn(stored, lostSignal(id));
  };

  const there = async (id: string): Promise<KnownTurn | undefined> => {
    if (!isTurnId(id)) return undefined;
    const known = await readKnownTurn(link, keys, id);
    // One of this machine that has no journal any more is gone.
    const isGone = known?.folder === membership.folder && !known.isLost;
    return isGone ? undefined : known;
  };

  const remote = (known: KnownTurn): StoredTurn =>
    createRemoteTurn({ link, keys, known, ask, askHome, where });

  const find = async (id: string): Promise<StoredTurn | undefined> => {
    const local = await here(id);
    if (local !== undefined) return local;
    const known = await there(id);
    if (known !== undefined) return remote(known);
    // What others know of a turn that they ended is kept for a while; its journal may be there longer.
    return files.find(id);
  };

  async function* listThere(query: TurnQuery): AsyncGenerator<StoredTurn> {
    for await (const id of idsOf(link, keys, query)) {
      const known = await there(id);
      if (known !== undefined && isAskedFor(known, query)) yield remote(known);
    }
  }

  async function* listHere(query: TurnQuery): AsyncGenerator<StoredTurn> {
    for await (const { entry } of files.list(query)) {
      const turn = await here(entry.id);
      if (turn !== undefined) yield turn;
    }
  }

  return {
    ...{ here, there, find },
    async withHome(id) {
      const turn = await here(id);
      const { folder, name } = membership;
      if (turn !== undefined) return { turn, home: { folder, name }, isHere: true };
      const known = await there(id);
      return known && { turn: remote(known), home: known, isHere: false };
    },
    list: (query) => mergeTurns(listHere(query), listThere(query)),
    async isOver(id) {
      const turn = await find(id);
      if (turn === undefined) return true;
      const status = await turn.status().catch(() => undefined);
      return status?.end !== undefined;
    },
  };
}
