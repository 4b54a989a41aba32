import type { LanguageModelV3 } from '@ai-sdk/provider';
import { errorMessage } from '@dragoman/protocol/internal';
import { convertToModelMessages, type ProviderMetadata, streamText } from 'ai';
import type { ChatMessage } from '../shared/chat-message.js';
import { clientTools } from '../shared/client-tools.js';
import type { Chat, Chats } from './chats.js';
import { readChatRequest } from './read-chat-request.js';
import { tokensSpent } from './tokens-spent.js';

export interface Desk {
  readonly chats: Chats;
  /** The agent as a model, at work in a chat's folder. */
  model(chat: Chat, asked: string): LanguageModelV3;
}

/**
 * The route of the chat. A call of one of the page's tools ends the answer and leaves the agent
 * waiting; the page's next request brings the tool's output, and the same turn goes on.
 */
export async function answerChat(request: Request, desk: Desk): Promise<Response> {
  const { id, messages } = await readChatRequest(request);
  const chat = await desk.chats.open(id);
  const { sessionId } = chat;
  const result = streamText({
    model: desk.model(chat, lastWords(messages)),
    // A chat that was stopped has calls in it that nobody will answer.
    messages: await convertToModelMessages(messages, { ignoreIncompleteToolCalls: true }),
    tools: clientTools,
    abortSignal: AbortSignal.any([request.signal, chat.stopping]),
    providerOptions: {
      // An agent that still waits for an answer when the person says something else is let go.
      dragoman: { conversation: id, ...(sessionId !== undefined && { sessionId }) },
    },
    onStepFinish({ providerMetadata }) {
      chat.sessionId = sessionIn(providerMetadata) ?? chat.sessionId;
    },
    // It reaches the page as part of the stream.
    onError: () => undefined,
  });
  return result.toUIMessageStreamResponse<ChatMessage>({
    originalMessages: messages,
    messageMetadata: ({ part }) =>
      part.type === 'finish' ? { spent: tokensSpent(part.totalUsage) } : undefined,
    onError: errorMessage,
  });
}

function lastWords(messages: readonly ChatMessage[]): string {
  const parts = messages.findLast(({ role }) => role === 'user')?.parts ?? [];
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function sessionIn(metadata: ProviderMetadata | undefined): string | undefined {
  const id = metadata?.dragoman?.sessionId;
  return typeof id === 'string' ? id : undefined;
}
