import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { asText } from '../../interpret/json-fields.js';
import { nativeName } from '../../interpret/native-name.js';
import { assistantBlocks } from './assistant-blocks.js';
import type { Conversation } from './conversation.js';

/** What became of a message of the agent: the name of its record, and whether all of it was understood. */
export interface ReadMessage {
  readonly native: string;
  readonly isKnown: boolean;
}

const NATIVES: ReadonlyMap<string, string> = new Map(
  Object.keys(assistantBlocks).map((type) => [type, `assistant/${type}`]),
);
const KNOWN: ReadonlyMap<string, ReadMessage> = new Map(
  Array.from(NATIVES, ([type, native]) => [type, { native, isKnown: true }]),
);
const EMPTY: ReadMessage = { native: 'assistant/empty', isKnown: true };

/** Tells of the blocks of a message; undefined when it is no message. */
export function readAssistantMessage(
  message: JsonObject | undefined,
  recordId: string | undefined,
  conversation: Conversation,
): ReadMessage | undefined {
  if (message === undefined) return undefined;
  const { content } = message;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (!Array.isArray(blocks)) return undefined;
  conversation.message = {
    id: asText(message.id),
    recordId,
    model: asText(message.model),
    stopReason: asText(message.stop_reason),
  };
  let read: ReadMessage | undefined;
  for (const block of blocks) {
    const known = isJsonObject(block) ? readBlock(block, conversation) : undefined;
    if (known === undefined) read = { native: strangeName(block), isKnown: false };
    else if (read === undefined) read = known;
  }
  return read ?? EMPTY;
}

function readBlock(block: JsonObject, conversation: Conversation): ReadMessage | undefined {
  const type = asText(block.type) ?? '';
  const known = KNOWN.get(type);
  if (known === undefined) return undefined;
  return assistantBlocks[type]?.read(block, conversation) === undefined ? undefined : known;
}

function strangeName(block: unknown): string {
  const type = isJsonObject(block) ? asText(block.type) : undefined;
  return type === undefined ? 'assistant' : nativeName(`assistant/${type}`);
}

/** All that a message says, where what matters is only the words. */
export function textOf(message: JsonObject | undefined): string {
  const content = message?.content;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((block) => (isJsonObject(block) ? (asText(block.text) ?? []) : []))
    .join('\n');
}
