import { listTurns } from '@dragoman/runtime';
import { entryOf } from '../store/turn-labels.js';
import type { Conversation, StoredTurn } from '../store/turn-store.js';
import type { KeyNames } from './key-names.js';
import { writtenStatus } from './known-turn.js';
import type { Membership } from './membership.js';
import type { RedisLink } from './redis-link.js';
import { indexTurn } from './scripts.js';
import { TURN_KEPT_MS } from './turn-publisher.js';

export interface IndexOptions {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  readonly membership: Membership;
  readonly stateDirectory: string;
  /** A turn by its journal, also where others have ended it: of that Redis knows nothing any more. */
  readonly findJournal: (turnId: string) => Promise<StoredTurn | undefined>;
  readonly noteSession: (turn: StoredTurn, sessionId: string) => Promise<void>;
  /** Makes a conversation known that Redis doesn't have. */
  readonly restore: (conversation: Conversation) => Promise<void>;
}

/**
 * Makes the turns of this state folder that have ended known to a Redis that doesn't have them, with their
 * sessions and conversations: it came back empty, or is new. Their events stay here. Without this a
 * conversation would begin anew, and its agent remember nothing.
 */
export async function indexTurns(options: IndexOptions): Promise<void> {
  const { stateDirectory, findJournal, noteSession, restore } = options;
  const conversations = new Map<string, Conversation>();
  const sessions = new Set<string>();
  // The latest first: it is the one that its conversation has.
  for (const record of [...(await listTurns(stateDirectory))].reverse()) {
    const entry = entryOf(record);
    const turn = entry && (await findJournal(entry.id));
    const status = await turn?.status().catch(() => undefined);
    if (entry === undefined || turn === undefined || status?.end === undefined) continue;
    const { sessionId } = status;
    const isNew = await indexOne(options, turn, status.lastSeq, writtenStatus(status));
    // By its latest turn.
    if (isNew && sessionId !== undefined && !sessions.has(sessionId)) {
      sessions.add(sessionId);
      await noteSession(turn, sessionId);
    }
    const { client, conversation: name, agent, workspace, folder } = entry;
    if (!isNew || name === undefined) continue;
    const key = JSON.stringify([client, name]);
    const known = conversations.get(key);
    conversations.set(key, {
      ...{ client, name, agent, workspace, turnId: entry.id },
      ...(folder !== undefined && { folder }),
      ...known,
      // One that ended early has no session; the conversation may have one all the same.
      ...((known?.sessionId ?? sessionId) && { sessionId: known?.sessionId ?? sessionId }),
    });
  }
  for (const conversation of conversations.values()) await restore(conversation);
}

async function indexOne(
  { link, keys, membership }: IndexOptions,
  { entry }: StoredTurn,
  lastSeq: number,
  status: string,
): Promise<boolean> {
  const { id, client } = entry;
  const { id: node, epoch, folder, name } = membership;
  const about = [node, String(epoch), JSON.stringify(entry), folder, name];
  const args = [...about, String(lastSeq), status, String(TURN_KEPT_MS)];
  if ((await link.script(indexTurn, [keys.turn(id)], args)) !== 1) return false;
  await link.command(['SADD', keys.folderTurns(folder), id]);
  await link.command(['ZADD', keys.turnsOf(client), '0', id]);
  return true;
}
