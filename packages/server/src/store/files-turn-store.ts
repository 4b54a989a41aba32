import { join } from 'node:path';
import { errorCode } from '@dragoman/protocol/internal';
import { isTurnId, recoverTurn } from '@dragoman/runtime';
import { readTurnRecord, type TurnRecord } from '@dragoman/runtime/internal';
import { namesIn, ownerIsAlive, pathExists } from '@dragoman/sandbox';
import { reporterOf } from '../errors/report-failure.js';
import { createDiskSpaceCheck } from './disk-space.js';
import { createFileTurn } from './file-turn.js';
import {
  type ConversationClaim,
  createFilesConversations,
  type TurnFacts,
} from './files-conversations.js';
import { createFilesRelays } from './files-relays.js';
import { createFilesSessions } from './files-sessions.js';
import { createFilesStarts } from './files-starts.js';
import { entryOf, labelsOf } from './turn-labels.js';
import type { Conversation, StoredTurn, TurnQuery, TurnStatus, TurnStore } from './turn-store.js';

/** What is known of a turn that a server began. Its labels never change. */
interface KnownTurn {
  readonly stored: StoredTurn;
  readonly directory: string;
  sessionId: string | undefined;
  /** Whether the turn has ended, so that it gets no other session. */
  isOver: boolean;
}

/** What a turn is refused with that nobody conducts, and of which there is nothing to read. */
const LOST: ReadonlySet<unknown> = new Set(['turn_unknown', 'journal_missing']);

export interface FilesTurnStoreOptions {
  /** Gets what can't be read or ended and keeps nothing else from it. Default: a warning. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** Turns and conversations as files in a state folder, which several servers may share. */
export function createFilesTurnStore(
  stateDirectory: string,
  { onFailure = warn }: FilesTurnStoreOptions = {},
): TurnStore {
  const root = join(stateDirectory, 'turns');
  const own = join(stateDirectory, 'server');
  /** `undefined`: a turn that no server began. */
  const turns = new Map<string, KnownTurn | undefined>();
  /** How often turns could not be read: at first they may only be in the middle of being removed. */
  const unreadable = new Map<string, number>();

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
    if (turns.size > names.length || unreadable.size > 0) {
      const there = new Set(names);
      for (const id of turns.keys()) if (!there.has(id)) turns.delete(id);
      for (const id of unreadable.keys()) if (!there.has(id)) unreadable.delete(id);
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
    // An agent that goes on with a session may give it another id.
    if (known.isOver) return known.sessionId;
    const record = await readTurnRecord(known.directory);
    known.sessionId = record?.sessionId;
    known.isOver = record?.end !== undefined;
    return known.sessionId;
  };

  /** Where a turn is. Nothing for one that is gone, or whose journal can't be read. */
  const stateOf = async ({
    entry,
    status,
  }: StoredTurn): Promise<TurnStatus['state'] | undefined> => {
    try {
      return (await status()).state;
    } catch (error) {
      if (errorCode(error) === 'turn_unknown') return undefined;
      const times = (unreadable.get(entry.id) ?? 0) + 1;
      unreadable.set(entry.id, times);
      if (times === 2) onFailure(error);
      return undefined;
    }
  };

  const factsOf = async (known: KnownTurn): Promise<TurnFacts> => {
    const { agent, workspace, folder } = known.stored.entry;
    const sessionId = await sessionOf(known);
    return {
      agent,
      workspace,
      ...(folder !== undefined && { folder }),
      ...(sessionId !== undefined && { sessionId }),
    };
  };

  const isAtWork = async ({ conversation, owner, hasBegun }: ConversationClaim) => {
    const known = await find(conversation.turnId);
    if (known === undefined) return !hasBegun && ownerIsAlive(owner);
    try {
      return (await known.stored.status()).end === undefined;
    } catch (error) {
      if (LOST.has(errorCode(error))) return false;
      throw error;
    }
  };

  const conversations = createFilesConversations(join(own, 'conversations'), {
    isAtWork,
    async knownOf(turnId) {
      const known = await find(turnId);
      return known && factsOf(known);
    },
    async fromTurns(client, name) {
      let latest: Conversation | undefined;
      for await (const known of ofClient(client)) {
        const { id, conversation } = known.stored.entry;
        if (conversation !== name) continue;
        const facts = await factsOf(known);
        latest ??= { client, name, ...facts, turnId: id };
        // One that ended early has no session; the conversation may have one all the same.
        if (facts.sessionId !== undefined) return { ...latest, sessionId: facts.sessionId };
      }
      return latest;
    },
  });

  const starts = createFilesStarts(
    join(own, 'starts'),
    async (id) => (await find(id)) !== undefined,
  );

  const relays = createFilesRelays(join(own, 'relays'));

  /** Whether nobody can answer a turn any more. One that can't be read is looked at again later. */
  const isOver = async (id: string): Promise<boolean> => {
    const known = await find(id);
    if (known === undefined) return true;
    const status = await known.stored.status().catch(() => undefined);
    return status?.end !== undefined;
  };

  const findSession: TurnStore['findSession'] = async (client, sessionId) => {
    for await (const known of ofClient(client)) {
      if ((await sessionOf(known)) !== sessionId) continue;
      const { id, agent, workspace, folder } = known.stored.entry;
      return { sessionId, agent, workspace, ...(folder !== undefined && { folder }), turnId: id };
    }
    return undefined;
  };

  return {
    labels: labelsOf,
    async add(turn, entry) {
      const { directory } = turn;
      const stored = createFileTurn({ entry, directory, turn });
      turns.set(turn.id, { stored, directory, sessionId: turn.sessionId, isOver: false });
      return stored;
    },
    find: async (id) => (await find(id))?.stored,
    async *list(query) {
      for await (const { stored } of ofClient(query.client)) {
        const state = mayBeAskedFor(stored, query) ? await stateOf(stored) : undefined;
        if (state !== undefined && state === (query.state ?? state)) yield stored;
      }
    },
    findSession,
    sessions: createFilesSessions(stateDirectory, { findSession, conversations }),
    conversations,
    starts,
    relay: relays.of,
    async prune() {
      await starts.prune();
      await conversations.prune();
      await relays.prune(isOver);
    },
    async recover() {
      for (const id of await namesNow()) {
        const record = await readTurnRecord(join(root, id));
        if (record === undefined) continue;
        if (!turns.has(id)) remember(id, record);
        if (record.end === undefined && !ownerIsAlive(record.owner)) {
          // One that can't be ended here must not keep the others from it.
          await recoverTurn(join(root, id)).catch(onFailure);
        }
      }
    },
    check: createDiskSpaceCheck(own),
    async close() {
      turns.clear();
    },
  };
}

/** By what is known of a turn without a look at its journal. */
function mayBeAskedFor({ entry }: StoredTurn, query: TurnQuery): boolean {
  if (query.before !== undefined && entry.id >= query.before) return false;
  return query.conversation === undefined || entry.conversation === query.conversation;
}

const warn = reporterOf("A turn can't be read or ended; the others are not affected");
