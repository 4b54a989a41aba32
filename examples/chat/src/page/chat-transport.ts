import { DefaultChatTransport, type UIMessageChunk } from 'ai';
import { z } from 'zod';
import type { ChatMessage } from '../shared/chat-message.js';
import { clientTools } from '../shared/client-tools.js';
import { isWhole, keptChat } from './kept-chat.js';

const API = '/v1/chat';
const UI_MESSAGES = 'text/vnd.ai-sdk.ui-message-stream';

const turnList = z.object({ turns: z.array(z.object({ turn_id: z.string() })) });

/** What the agent may ask of the page, as the server takes it. */
const tools = Object.entries(clientTools).map(([name, { description, inputSchema }]) => ({
  name,
  description,
  input_schema: z.toJSONSchema(z.instanceof(z.ZodType).parse(inputSchema)),
}));

type Reconnect = Parameters<DefaultChatTransport<ChatMessage>['reconnectToStream']>[0];

/** A page that comes back gets the message that is being written, or, if that is over, what became of it. */
class ChatTransport extends DefaultChatTransport<ChatMessage> {
  override async reconnectToStream(
    options: Reconnect,
  ): Promise<ReadableStream<UIMessageChunk> | null> {
    if (isWhole(keptChat())) return null;
    return (await super.reconnectToStream(options)) ?? this.latest(options.chatId);
  }

  private async latest(chatId: string): Promise<ReadableStream<UIMessageChunk> | null> {
    const listed = await fetch(`/v1/turns?limit=1&conversation=${encodeURIComponent(chatId)}`);
    const [turn] = turnList.parse(await listed.json()).turns;
    if (turn === undefined) return null;
    const accept = { accept: UI_MESSAGES };
    const { body } = await fetch(`/v1/turns/${turn.turn_id}/events`, { headers: accept });
    return body && this.processResponseStream(body);
  }
}

export const chatTransport = new ChatTransport({ api: API, body: { tools } });

/**
 * Ends the turn of a chat. An agent that waits has no request that could be given up. Where the server is
 * gone, the stream of the message says so.
 */
export function stopChat(id: string): Promise<unknown> {
  return fetch(`${API}/${encodeURIComponent(id)}/stop`, { method: 'POST' }).catch(() => undefined);
}

const refusal = z.object({ message: z.string() });

/** What went wrong, in words: a refusal of the server is JSON. */
export function wordsOf({ message }: Error): string {
  try {
    return refusal.parse(JSON.parse(message)).message;
  } catch {
    return message;
  }
}
