import type { TurnResource } from '@dragoman/protocol/http';
import type { StoredTurn } from '../store/turn-store.js';

/** A turn as a client sees it. */
export async function turnResourceOf({ entry, status }: StoredTurn): Promise<TurnResource> {
  const { state, sessionId, lastSeq, requests, usage, end } = await status();
  return {
    turn_id: entry.id,
    state,
    agent: entry.agent,
    ...(entry.conversation !== undefined && { conversation: entry.conversation }),
    ...(entry.prompt !== undefined && { prompt: entry.prompt }),
    ...(sessionId !== undefined && { session_id: sessionId }),
    workspace: entry.workspace,
    created_at: entry.createdAt,
    last_seq: lastSeq,
    requests: [...requests],
    ...(usage !== undefined && { usage }),
    ...(end !== undefined && { end }),
  };
}
