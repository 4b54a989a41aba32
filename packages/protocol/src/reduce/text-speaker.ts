import type { TextEvent } from './growing-text.js';

/** Who a text belongs to: a role, or the agent's thoughts. Texts of two speakers never join. */
export function speakerOf(event: TextEvent): string {
  return event.type === 'message' ? event.role : event.type;
}

/** The id of a text among those of every speaker: some agents give a thought and its text one id. */
export function idKeyOf(event: TextEvent): string | undefined {
  return event.id === undefined ? undefined : `${speakerOf(event)}:${event.id}`;
}
