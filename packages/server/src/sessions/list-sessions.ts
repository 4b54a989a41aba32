import type { SessionPage, SessionResource } from '@dragoman/protocol/http';
import type { Client } from '../keys/key-ring.js';
import type { ServerContext } from '../server-context.js';
import type { OwnSession } from './own-session.js';

export interface SessionsQuery {
  /** Only sessions whose latest turn began before this one. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** The sessions that turns of a client made, those first that were used last. */
export async function listSessions(
  { store }: Pick<ServerContext, 'store'>,
  client: Client,
  { before, limit }: SessionsQuery,
): Promise<SessionPage> {
  const seen = new Set<string>();
  const sessions: SessionResource[] = [];
  let last: string | undefined;
  for await (const turn of store.list({ client: client.id })) {
    const { sessionId } = await turn.status();
    if (sessionId === undefined || seen.has(sessionId)) continue;
    // Also those of earlier pages: a session is listed by its latest turn.
    seen.add(sessionId);
    if (before !== undefined && turn.entry.id >= before) continue;
    const entry = await store.sessions.find(turn, sessionId);
    if (entry === undefined) continue;
    if (sessions.length === limit) return { sessions, ...(last !== undefined && { next: last }) };
    sessions.push(sessionResourceOf({ entry, turn }));
    last = turn.entry.id;
  }
  return { sessions };
}

export function sessionResourceOf({ entry, turn }: OwnSession): SessionResource {
  const { agent, workspace, conversation } = turn.entry;
  const { firstPrompt, modelId, usage } = entry;
  return {
    session_id: entry.sessionId,
    agent,
    workspace,
    ...(conversation !== undefined && { conversation }),
    ...(firstPrompt !== undefined && { first_prompt: firstPrompt }),
    ...(modelId !== undefined && { model: modelId }),
    turns: entry.turns,
    ...(usage !== undefined && { usage }),
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
  };
}
