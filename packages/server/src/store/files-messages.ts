import type { LoadedSession } from '@dragoman/agents';
import { createRedactor, DragomanError } from '@dragoman/protocol';
import { openBegun, type SessionEntry } from '@dragoman/runtime/internal';
import { refusal } from '../errors/refusal.js';
import { shortageCode } from '../errors/shortage-code.js';
import { sessionUnknown } from '../sessions/own-session.js';
import type { LoadBounds, MessagePage, MessagesQuery } from './session-store.js';

/** A page is read, redacted and sent as a whole. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * The last messages of a saved session, or those before a page, without what looks like a secret: as the
 * events of its turns were shown. Where they are too long for one page it has fewer of them.
 */
export async function loadMessages(
  stateDirectory: string,
  entry: SessionEntry,
  { last, before }: MessagesQuery,
  { signal, mostBytes = MOST_BYTES }: LoadBounds,
): Promise<MessagePage> {
  const load = async (count: number): Promise<LoadedSession> => {
    const opened = await openBegun(entry, { stateDirectory, signal });
    if (opened === undefined) throw sessionUnknown();
    const { path, run } = opened;
    return opened.agent.interpreter.sessions.load(path, { last: count, before, signal, run });
  };
  try {
    for (let count = last; ; count = Math.ceil(count / 4)) {
      const { messages, earlier } = await load(count);
      if (count > 1 && Buffer.byteLength(JSON.stringify(messages)) > mostBytes) continue;
      return {
        messages: createRedactor().value(messages),
        ...(earlier !== undefined && { before: earlier }),
      };
    }
  } catch (error) {
    signal.throwIfAborted();
    throw messagesError(error);
  }
}

/** What is wrong with what an agent saved: no fault of the server. */
const OF_THE_SESSION: ReadonlySet<string> = new Set([
  'cli_failed',
  'session_ambiguous',
  'session_compressed',
  'session_damaged',
  'session_empty',
  'session_live',
  'session_not_found',
  'session_of_another',
  'session_unreadable',
  'sessions_unreadable',
]);

/** What a client is to know where the messages of a session can't be loaded. */
export function messagesError(error: unknown): unknown {
  if (!(error instanceof DragomanError) || shortageCode(error) !== undefined) return error;
  if (error.code === 'invalid_option') {
    return refusal('invalid_request', '`before` must be the one that a page of messages had.', {
      cause: error,
    });
  }
  if (error.code === 'cli_missing') {
    return new DragomanError('agent_not_installed', error.message, { cause: error });
  }
  if (!OF_THE_SESSION.has(error.code)) return error;
  return refusal('session_unreadable', 'What the agent saved of this session can’t be read.', {
    cause: error,
  });
}
