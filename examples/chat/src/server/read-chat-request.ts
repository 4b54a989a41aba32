import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { safeValidateUIMessages } from 'ai';
import { z } from 'zod';
import { type ChatMessage, messageMetadata } from '../shared/chat-message.js';
import { clientTools } from '../shared/client-tools.js';

export interface ChatRequest {
  readonly id: string;
  readonly messages: ChatMessage[];
}

/** What `useChat` sends, as far as it is needed here. */
const body = z.object({ id: z.string().regex(/^[\w-]{1,64}$/), messages: z.array(z.unknown()) });

/** Reads what the page asks. Anything that isn't a conversation is refused (`bad_request`). */
export async function readChatRequest(request: Request): Promise<ChatRequest> {
  const json: unknown = await request.json().catch((cause: unknown) => {
    throw refused('is no JSON', cause);
  });
  const asked = body.safeParse(json);
  if (!asked.success) throw refused(`is no chat: ${z.prettifyError(asked.error)}`, asked.error);
  const checked = await safeValidateUIMessages<ChatMessage>({
    messages: asked.data.messages,
    metadataSchema: messageMetadata.optional(),
    tools: clientTools,
  });
  if (!checked.success) {
    throw refused(`has messages that can't be read: ${errorMessage(checked.error)}`, checked.error);
  }
  return { id: asked.data.id, messages: checked.data };
}

function refused(why: string, cause: unknown): DragomanError {
  return new DragomanError('bad_request', `The body of the request ${why}.`, { cause });
}
