import type { StartTurnBody } from '@dragoman/protocol/http';
import { refusal } from '../errors/refusal.js';
import type { Client } from '../keys/key-ring.js';
import { sessionElsewhere } from '../sessions/session-elsewhere.js';
import type { Conversation, TurnStore } from '../store/turn-store.js';

const SUPERSEDED = 'Another turn of the conversation took its place.';

/**
 * Makes a turn the one of its conversation, with all that is known of that. Rejects with
 * `conversation_busy` where another turn is at work, and with `session_elsewhere` where another machine has
 * the session; with `supersede` one that waits for answers is ended first.
 *
 * @param onTaken called as soon as the turn has the conversation: from then on it must be released
 */
export async function takeConversation(
  store: TurnStore,
  client: Client,
  { conversation: name, supersede = false }: StartTurnBody,
  turnId: string,
  onTaken: (conversation: Conversation) => void,
): Promise<Conversation | undefined> {
  if (name === undefined) return undefined;
  const asked = { client: client.id, name, agent: '', workspace: '', turnId };
  // Before anything is ended for a turn that can't begin here.
  const known = await store.conversations.find(client.id, name);
  if (known?.elsewhere !== undefined) throw sessionElsewhere(known.elsewhere);
  for (;;) {
    const other = await store.conversations.take(asked);
    if (other === 'taken') {
      onTaken(asked);
      return { ...asked, ...(await store.conversations.find(client.id, name)), turnId };
    }
    const turn = await store.find(other.turnId);
    const status = await turn?.status();
    // It came to its end in the meantime.
    if (status?.end !== undefined) continue;
    if (!supersede || status?.state !== 'waiting') throw busy(other.turnId, supersede);
    await turn?.cancel(SUPERSEDED);
  }
}

function busy(turnId: string, supersede: boolean): Error {
  const words = supersede
    ? 'It is at work, and doesn’t wait for answers: cancel it, or wait for its end.'
    : 'Wait for its end, cancel it, or send `supersede` if it waits for answers.';
  return refusal('conversation_busy', `The conversation has a turn, ${turnId}. ${words}`, {
    turn_id: turnId,
  });
}
