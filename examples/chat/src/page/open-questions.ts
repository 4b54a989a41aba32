import type { ChatMessage, ChatPart } from '../shared/chat-message.js';

type AskPart = Extract<ChatPart, { type: 'tool-ask_person' }>;

/** A question that the agent has asked and nobody has answered. */
export type Question = Extract<AskPart, { state: 'input-available' }>;

/** What the agent waits for. It may ask several things at once. */
export function openQuestions(messages: readonly ChatMessage[]): readonly Question[] {
  const parts = messages.at(-1)?.parts ?? [];
  return parts.filter(
    (part): part is Question => part.type === 'tool-ask_person' && part.state === 'input-available',
  );
}
