import { generateId } from 'ai';
import type { ChatMessage } from '../shared/chat-message.js';

/** A chat as this tab keeps it over a reload. The server has the turn that is at work. */
export interface KeptChat {
  readonly id: string;
  readonly messages: ChatMessage[];
}

const KEY = 'chat';

export function newChat(): KeptChat {
  sessionStorage.removeItem(KEY);
  return { id: generateId(), messages: [] };
}

/** What was said, up to a message that isn't whole: the server gives that again, from its beginning. */
export function keptChat(): KeptChat {
  const kept = sessionStorage.getItem(KEY);
  if (kept === null) return newChat();
  // Only this page writes it.
  const chat = JSON.parse(kept) as KeptChat;
  const said = chat.messages.findLastIndex(({ role }) => role === 'user') + 1;
  return isWhole(chat) ? chat : { ...chat, messages: chat.messages.slice(0, said) };
}

/** Whether the last thing that was said is there to its end. If not, the server has the rest. */
export function isWhole({ messages }: KeptChat): boolean {
  return messages.length === 0 || messages.at(-1)?.metadata?.dragoman?.status !== undefined;
}

/** A chat too long for the browser's storage begins anew after a reload. */
export function keepChat(chat: KeptChat): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(chat));
  } catch {
    sessionStorage.removeItem(KEY);
  }
}
