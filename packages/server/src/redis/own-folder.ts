import { join } from 'node:path';
import { pathExists } from '@dragoman/sandbox';
import type { StoredTurn, TurnStore } from '../store/turn-store.js';
import type { LostTurns } from './folder-identity.js';
import { indexTurns } from './index-turns.js';
import type { KeyNames } from './key-names.js';
import { readKnownTurn } from './known-turn.js';
import type { LivingNodes } from './living-nodes.js';
import type { Membership } from './membership.js';
import { nodeIn, textsIn } from './node-records.js';
import type { PublishedTurns } from './published-turns.js';
import type { RedisConversations } from './redis-conversations.js';
import type { RedisLink } from './redis-link.js';
import type { RedisSessions } from './redis-sessions.js';

/** Brings together what the state folder of this node has and what Redis says of it. */
export interface OwnFolder {
  /** Marks the turns that others have ended: their journals don't count from there on. */
  markLost(): Promise<void>;
  /** Publishes what dead processes of this state folder have left. */
  adoptLeft(): Promise<void>;
  /** Makes known what has ended, where Redis doesn't have it. */
  indexEnded(): Promise<void>;
  /** What was removed here is nothing that others should find. */
  forgetGone(): Promise<void>;
}

export interface OwnFolderOptions {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  readonly membership: Membership;
  readonly living: LivingNodes;
  readonly stateDirectory: string;
  readonly files: TurnStore;
  readonly lost: LostTurns;
  readonly published: PublishedTurns;
  readonly findHere: (turnId: string) => Promise<StoredTurn | undefined>;
  readonly sessions: RedisSessions;
  readonly conversations: RedisConversations;
}

export function createOwnFolder(options: OwnFolderOptions): OwnFolder {
  const { link, keys, membership, stateDirectory, files, lost, published, findHere } = options;
  const { living, sessions, conversations } = options;
  const { folder } = membership;
  const members = async (key: string) => textsIn(await link.command(['SMEMBERS', key]));

  const adoptFrom = async (node: string): Promise<void> => {
    for (const id of await members(keys.nodeTurns(node))) {
      const stored = await findHere(id);
      const isOver = stored !== undefined && (await stored.status()).end !== undefined;
      if (!isOver || !(await published.adopt(stored))) continue;
      await link.command(['SREM', keys.nodeTurns(node), id]);
    }
  };

  const forget = async (id: string): Promise<void> => {
    const known = await readKnownTurn(link, keys, id);
    const { client } = known?.entry ?? {};
    const sessionId = known?.status.sessionId;
    if (client !== undefined) await link.command(['ZREM', keys.turnsOf(client), id]);
    if (client !== undefined && sessionId !== undefined) {
      const isKept = (await files.findSession(client, sessionId)) !== undefined;
      if (!isKept) await sessions.forget(client, sessionId);
    }
    await link.command(['DEL', keys.turn(id), keys.events(id), ...keys.relay(id)]);
    await link.command(['SREM', keys.folderTurns(folder), id]);
  };

  return {
    async markLost() {
      for (const id of await members(keys.folderLost(folder))) {
        await lost.mark(id);
        await link.command(['SREM', keys.folderLost(folder), id]);
      }
    },
    async adoptLeft() {
      for (const node of await membership.records.ids()) {
        const record = nodeIn(await membership.records.read(node));
        if (record?.folder !== folder || node === membership.id) continue;
        // One that lives publishes the ends of its turns itself.
        if (!(await living.isAlive(node))) await adoptFrom(node);
      }
      await living.forgetDead();
    },
    indexEnded: () =>
      indexTurns({
        ...{ link, keys, membership, stateDirectory, findJournal: files.find },
        noteSession: sessions.note,
        restore: conversations.restore,
      }),
    async forgetGone() {
      for (const id of await members(keys.folderTurns(folder))) {
        if (!(await pathExists(join(stateDirectory, 'turns', id)))) await forget(id);
      }
    },
  };
}
