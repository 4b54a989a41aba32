import { isJsonObject, type JsonObject, type MessageEvent } from '@dragoman/protocol';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText, textAt } from '../../interpret/json-fields.js';
import { each, mapped, metadata, prefixed, type RecordRules } from '../../interpret/record-rule.js';
import { imageSource } from '../tools/output.js';
import { nativeResult } from '../tools/read-result.js';
import { type Conversation, nextBlockId } from './conversation.js';
import { createRuleReader, type Reading, readingsOf, unknownReading } from './rule-reader.js';

/** How each block of what the agent says is read, by its type. */
const assistantBlocks: RecordRules<Conversation> = {
  text: mapped('`message`', readText),
  thinking: mapped('`reasoning`; nothing where the thought is sealed', readThinking),
  redacted_thinking: mapped('nothing: the thought is sealed', readNothing),
  tool_use: mapped('`tool_use`; a plan becomes `plan` once it is accepted', readToolUse),
  server_tool_use: mapped('`tool_use` of a tool that the provider runs', readToolUse),
  mcp_tool_use: mapped('`tool_use` of a tool that the provider runs', readToolUse),
  ...each(mapped('`tool_result` of what the provider ran', readServerResult), [
    'web_search_tool_result',
    'web_fetch_tool_result',
    'code_execution_tool_result',
    'bash_code_execution_tool_result',
    'text_editor_code_execution_tool_result',
    'tool_search_tool_result',
    'advisor_tool_result',
    'mcp_tool_result',
  ]),
  image: mapped('`message` with the image', readImage),
  document: mapped('`message` that says there is a document', readDocument),
  container_upload: mapped('`message` that says there is a document', readDocument),
  fallback: mapped('nothing: another model goes on', readNothing),
};

/** The messages of the agent in both views, by the first block they hold. */
export const assistantRules: RecordRules<Conversation> = {
  ...prefixed('assistant', assistantBlocks),
  'assistant/empty': metadata('says nothing'),
};

const readBlock = createRuleReader('assistant', assistantBlocks);
const EMPTY = readingsOf('assistant', 'empty').metadata;

/** The blocks of a message; undefined where its content isn't any. */
export function blocksOf(message: JsonObject | undefined): readonly unknown[] | undefined {
  const content = message?.content;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : undefined;
}

/** Reads the blocks of a message, each by its rule. A message with a block that no rule reads is unknown. */
export function readBlocks(
  message: JsonObject | undefined,
  blocks: readonly unknown[],
  recordId: string | undefined,
  conversation: Conversation,
): Reading {
  const at = conversation.message;
  at.id = asText(message?.id) ?? recordId;
  at.model = asText(message?.model);
  at.stopReason = asText(message?.stop_reason);
  at.emittedAs = undefined;
  let reading: Reading | undefined;
  for (const block of blocks) {
    const read = isJsonObject(block)
      ? readBlock(block.type, block, conversation, conversation.chain.emitter)
      : unknownReading('assistant');
    if (reading === undefined || read.disposition === 'unknown') reading = read;
  }
  return reading ?? EMPTY;
}

function readText(block: JsonObject, conversation: Conversation): Disposition {
  const content = asText(block.text);
  if (content === undefined) return 'unknown';
  emitSpoken(conversation, { type: 'message', role: 'assistant', content }, 'text');
  return 'mapped';
}

function emitSpoken(conversation: Conversation, event: MessageEvent, type: string): void {
  const { message, modelId, chain } = conversation;
  const id = nextBlockId(conversation, type);
  if (id !== undefined) event.id = id;
  if (message.model !== undefined && message.model !== modelId) event.model = message.model;
  if (message.stopReason !== undefined) event.stop_reason = message.stopReason;
  if (chain.parentId !== undefined) event.parent_tool_id = chain.parentId;
  message.emittedAs ??= id;
  conversation.emitText(event);
}

function readThinking(block: JsonObject, conversation: Conversation): Disposition {
  const content = asText(block.thinking);
  if (content === undefined) return 'unknown';
  const { message, chain } = conversation;
  const id = nextBlockId(conversation, 'thinking');
  if (content === '') return 'mapped';
  const signature = textAt(block, 'signature');
  message.emittedAs ??= id;
  conversation.emitText({
    type: 'reasoning',
    content,
    ...(id !== undefined && { id }),
    ...(signature !== undefined && signature !== '' && { signature }),
    ...(chain.parentId !== undefined && { parent_tool_id: chain.parentId }),
  });
  return 'mapped';
}

/** The block counts among those of its message. */
function readNothing(block: JsonObject, conversation: Conversation): Disposition {
  nextBlockId(conversation, textAt(block, 'type') ?? '');
  return 'mapped';
}

function readToolUse(block: JsonObject, conversation: Conversation): Disposition {
  const name = asText(block.name);
  if (name === undefined) return 'unknown';
  const position = nextBlockId(conversation, 'tool_use');
  const id = asText(block.id) ?? position ?? name;
  if (conversation.calls.use(id, name, block.input)) conversation.message.emittedAs ??= id;
  return 'mapped';
}

function readServerResult(block: JsonObject, conversation: Conversation): Disposition {
  const id = textAt(block, 'tool_use_id');
  if (id === undefined) return 'unknown';
  nextBlockId(conversation, textAt(block, 'type') ?? '');
  const failed = isJsonObject(block.content) && textAt(block.content, 'error_code') !== undefined;
  const result = nativeResult(block, undefined);
  conversation.calls.answer(id, { ...result, isError: failed || result.isError });
  return 'mapped';
}

function readImage(block: JsonObject, conversation: Conversation): Disposition {
  const source = imageSource(block);
  if (source === undefined) return 'unknown';
  const event: MessageEvent = { type: 'message', role: 'assistant', content: '', images: [source] };
  emitSpoken(conversation, event, 'image');
  return 'mapped';
}

function readDocument(block: JsonObject, conversation: Conversation): Disposition {
  const content = documentText(textAt(block, 'title') ?? textAt(block, 'file_id'));
  const type = textAt(block, 'type') ?? '';
  emitSpoken(conversation, { type: 'message', role: 'assistant', content }, type);
  return 'mapped';
}

/** What stands for a document, which no event holds. */
export function documentText(title: string | undefined): string {
  return title === undefined ? '[document]' : `[document ${title}]`;
}
