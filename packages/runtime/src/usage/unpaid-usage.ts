import { type CollectedPart, unpaidPart } from '@dragoman/agents/internal';
import type { SessionEntry } from '../sessions/session-registry.js';

/**
 * What a session of a HOME used, marked if nobody was paid for it. A session in which a real model has
 * spoken, too, is taken for a real one as a whole.
 *
 * @param entries all sessions of its HOME
 */
export function markUnpaid(part: CollectedPart, entries: readonly SessionEntry[]): CollectedPart {
  const unpaid = unpaidBy(part.session, entries);
  return unpaid === undefined ? part : unpaidPart(part, unpaid);
}

/** A sub-agent's session is known to nobody; it is as the others of its HOME. */
function unpaidBy(session: string, entries: readonly SessionEntry[]): SessionEntry['unpaid'] {
  const entry = entries.find(({ sessionId }) => sessionId === session);
  if (entry !== undefined) return entry.unpaid;
  return entries.every(({ unpaid }) => unpaid !== undefined) ? entries[0]?.unpaid : undefined;
}
