import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { isTurnId, recoverTurn } from '@dragoman/runtime';
import { readTurnRecord, type TurnRecord } from '@dragoman/runtime/internal';
import { makeFolder, namesIn, ownerIsAlive, pathExists } from '@dragoman/sandbox';
import { createFileTurn } from './file-turn.js';
import { type ConversationClaim, createFilesConversations } from './files-conversations.js';
import { createFilesSessions } from './files-sessions.js';
import { createFilesStarts } from './files-starts.js';
import { entryOf, labelsOf } from './turn-labels.js';
import type { StoredTurn, TurnQuery, TurnStore } from './turn-store.js';

/** What is known of a turn that a server began. Its labels never change. */
interface KnownTurn {
  readonly stored: StoredTurn;
  readonly directory: string;
  sessionId: string | undefined;
  /** Whether the turn has ended, so that it gets no other session. */
  isOver: boolean;
}

/** Turns and conversations as files in a state folder, which several servers may share. */
export function createFilesTurnStore(stateDirectory: string): TurnStore {
  const root = join(stateDirectory, 'turns');
  const own = join(stateDirectory, 'server');
  /** `undefined`: a turn that no server began. */
  const turns = new Map<string, KnownTurn | undefined>();

  const remember = (id: string, record: TurnRecord): KnownTurn | undefined => {
    const entry = entryOf(record);
    const directory = join(root, id);
    const known = entry && {
      stored: createFileTurn({ entry, directory }),
      directory,
      sessionId: record.sessionId,
      isOver: record.end !== undefined,
    };
    turns.set(id, known);
    return known;
  };

  /** A turn of the folder. One without a record yet is asked for again the next time. */
  const lookUp = async (id: string): Promise<KnownTurn | undefined> => {
    if (turns.has(id)) return turns.get(id);
    const record = await readTurnRecord(join(root, id));
    return record && (turns.has(id) ? turns.get(id) : remember(id, record));
  };

  const find = async (id: string): Promise<KnownTurn | undefined> => {
    if (!isTurnId(id)) return undefined;
    const known = await lookUp(id);
    if (known === undefined || (await pathExists(known.directory))) return known;
    turns.delete(id);
    return undefined;
  };

  /** The names of all turns, the latest first; what is gone is forgotten. */
  const namesNow = async (): Promise<readonly string[]> => {
    const names = (await namesIn(root)).filter(isTurnId).sort().reverse();
    if (turns.size > names.length) {
      const there = new Set(names);
      for (const id of turns.keys()) if (!there.has(id)) turns.delete(id);
    }
    return names;
  };

  async function* ofClient(client: string): AsyncGenerator<KnownTurn> {
    for (const id of await namesNow()) {
      const known = await lookUp(id);
      if (known?.stored.entry.client === client) yield known;
    }
  }

  const sessionOf = async (known: KnownTurn): Promise<string | undefined> => {
    if (known.sessionId !== undefined || known.isOver) return known.sessionId;
    const record = await readTurnRecord(known.directory);
    known.sessionId = record?.sessionId;
    known.isOver = record?.end !== undefined;
    return known.sessionId;
  };

  const isAtWork = async ({ conversation, owner, hasBegun }: ConversationClaim) => {
    const known = await find(conversation.turnId);
    if (known === undefined) return !hasBegun && ownerIsAlive(owner);
    return (await known.stored.status()).end === undefined;
  };

  const starts = createFilesStarts(
    join(own, 'starts'),
    async (id) => (await find(id)) !== undefined,
  );

  const findSession: TurnStore['findSession'] = async (client, sessionId) => {
    for await (const known of ofClient(client)) {
      if ((await sessionOf(known)) !== sessionId) continue;
      const { id, agent, workspace, folder } = known.stored.entry;
      return { sessionId, agent, workspace, ...(folder !== undefined && { folder }), turnId: id };
    }
    return undefined;
  };

  const conversations = createFilesConversations(join(own, 'conversations'), {
    isAtWork,
    async knownOf(turnId) {
      const known = await find(turnId);
      if (known === undefined) return undefined;
      const { agent, workspace, folder } = known.stored.entry;
      const sessionId = await sessionOf(known);
      return {
        agent,
        workspace,
        ...(folder !== undefined && { folder }),
        ...(sessionId !== undefined && { sessionId }),
      };
    },
  });

  return {
    labels: labelsOf,
    async add(turn, entry) {
      const { directory } = turn;
      const stored = createFileTurn({ entry, directory, turn });
      turns.set(turn.id, { stored, directory, sessionId: turn.sessionId, isOver: false });
      return stored;
    },
    find: async (id) => (await find(id))?.stored,
    async list(query) {
      const found: StoredTurn[] = [];
      for await (const { stored } of ofClient(query.client)) {
        if (found.length === query.limit) break;
        if (await isAskedFor(stored, query)) found.push(stored);
      }
      return found;
    },
    findSession,
    sessions: createFilesSessions(stateDirectory, { findSession, conversations }),
    conversations,
    starts,
    async recover() {
      await starts.prune();
      for (const id of await namesNow()) {
        const record = await readTurnRecord(join(root, id));
        if (record === undefined) continue;
        if (!turns.has(id)) remember(id, record);
        if (record.end === undefined && !ownerIsAlive(record.owner)) {
          // One that can't be ended here must not keep the others from it.
          await recoverTurn(join(root, id)).catch(() => {});
        }
      }
    },
    async check() {
      makeFolder(own);
      await access(own, constants.W_OK | constants.X_OK);
    },
    async close() {
      turns.clear();
    },
  };
}

async function isAskedFor(turn: StoredTurn, query: TurnQuery): Promise<boolean> {
  const { conversation, id } = turn.entry;
  if (query.before !== undefined && id >= query.before) return false;
  if (query.conversation !== undefined && conversation !== query.conversation) return false;
  return query.state === undefined || (await turn.status()).state === query.state;
}
