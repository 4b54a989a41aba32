import { sessionElsewhere } from '../sessions/session-elsewhere.js';
import type { KeptSession, SessionStore } from '../store/session-store.js';
import type { StoredSession, StoredTurn, TurnEntry } from '../store/turn-store.js';
import { type HomeRequest, messagesElsewhere } from './home-requests.js';
import type { KeyNames } from './key-names.js';
import { jsonIn } from './known-turn.js';
import type { Membership } from './membership.js';
import type { OwnerRequests } from './owner-requests.js';
import type { RedisLink } from './redis-link.js';

/** A session, as the nodes that don't have its HOME know it. */
interface WrittenSession extends StoredSession {
  readonly home: { readonly folder: string; readonly name: string };
  /** As far as its node knows it. */
  readonly kept?: KeptSession | undefined;
}

/** Sessions: what is here is asked of the files, and of the others it is known where they are. */
export interface RedisSessions {
  readonly store: SessionStore;
  findElsewhere(client: string, sessionId: string): Promise<StoredSession | undefined>;
  /** A turn here has this session. */
  note(turn: StoredTurn, sessionId: string): Promise<void>;
  /** Its turn is gone. */
  forget(client: string, sessionId: string): Promise<void>;
}

export interface RedisSessionsOptions {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  readonly membership: Membership;
  /** Those of this machine. */
  readonly files: SessionStore;
  readonly isHere: (turnId: string) => Promise<boolean>;
  readonly askHome: OwnerRequests['askHome'];
  readonly where: (home: WrittenSession['home']) => Promise<string>;
  /** Something was removed here. */
  readonly onRemoved: () => Promise<void>;
}

export function createRedisSessions(options: RedisSessionsOptions): RedisSessions {
  const { link, keys, membership, files, isHere, askHome, where, onRemoved } = options;

  const read = async (client: string, sessionId: string): Promise<WrittenSession | undefined> => {
    const text = await link.command(['HGET', keys.sessionsOf(client), sessionId]);
    const written = typeof text === 'string' ? jsonIn<WrittenSession>(text) : undefined;
    // One of this machine that the files don't know is gone.
    return written?.home.folder === membership.folder ? undefined : written;
  };
  /** The machine that has a session, if that is another one. */
  const homeElsewhere = async ({ id, client }: TurnEntry, sessionId: string) =>
    (await isHere(id)) ? undefined : (await read(client, sessionId))?.home;

  return {
    async findElsewhere(client, sessionId) {
      const written = await read(client, sessionId);
      if (written === undefined) return undefined;
      const { home, kept: _kept, ...session } = written;
      return { ...session, elsewhere: await where(home) };
    },
    async note(turn, sessionId) {
      const { id, client, agent, workspace, folder } = turn.entry;
      const kept = await files.find(turn, sessionId).catch(() => undefined);
      const written: WrittenSession = {
        ...{ sessionId, agent, workspace, turnId: id },
        ...(folder !== undefined && { folder }),
        home: { folder: membership.folder, name: membership.name },
        ...(kept !== undefined && { kept: keptIn(kept) }),
      };
      const key = keys.sessionsOf(client);
      await link.command(['HSET', key, sessionId, JSON.stringify(written)]);
    },
    async forget(client, sessionId) {
      await link.command(['HDEL', keys.sessionsOf(client), sessionId]);
    },
    store: {
      async find(turn, sessionId) {
        if (await isHere(turn.entry.id)) return files.find(turn, sessionId);
        return (await read(turn.entry.client, sessionId))?.kept;
      },
      async messages(turn, sessionId, query, bounds) {
        const home = await homeElsewhere(turn.entry, sessionId);
        if (home === undefined) return files.messages(turn, sessionId, query, bounds);
        const ask = (request: HomeRequest) => askHome(home.folder, turn.entry.id, request);
        const page = await messagesElsewhere(ask, { sessionId, query }, bounds);
        if (page === 'gone') throw sessionElsewhere(await where(home));
        return page;
      },
      async remove(turn, sessionId, asked) {
        const home = await homeElsewhere(turn.entry, sessionId);
        if (home !== undefined) throw sessionElsewhere(await where(home));
        await files.remove(turn, sessionId, asked);
        await onRemoved();
      },
      sweep: (asked) => files.sweep(asked),
    },
  };
}

/** Without what is only of its machine. */
function keptIn({
  sessionId,
  firstPrompt,
  modelId,
  turns,
  usage,
  createdAt,
  updatedAt,
}: KeptSession) {
  return { sessionId, firstPrompt, modelId, turns, usage, createdAt, updatedAt };
}
