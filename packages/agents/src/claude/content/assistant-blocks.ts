import {
  type DragomanEvent,
  isJsonObject,
  type JsonObject,
  type MessageEvent,
} from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import { mapped, type Rules } from '../../interpret/rule.js';
import { nativeResult } from './call-registry.js';
import { type Conversation, nextBlockId } from './conversation.js';
import { emitOf } from './emitter.js';
import { imageSource } from './image-source.js';

type Read = (block: JsonObject, conversation: Conversation) => readonly DragomanEvent[] | undefined;

/** What a rule gives that has told all there is to tell. */
const TOLD: readonly DragomanEvent[] = [];

/** How each block of what the agent says is carried, by its type. */
export const assistantBlocks: Rules<Conversation> = {
  text: mapped('`message`', readText),
  thinking: mapped('`reasoning`; nothing where the thought is sealed', readThinking),
  redacted_thinking: mapped('nothing: the thought is sealed', readSealed),
  tool_use: mapped('`tool_use`; a plan becomes `plan` once it is accepted', readToolUse),
  server_tool_use: mapped('`tool_use` of a tool that the provider runs', readToolUse),
  mcp_tool_use: mapped('`tool_use` of a tool that the provider runs', readToolUse),
  ...Object.fromEntries(
    [
      'web_search_tool_result',
      'web_fetch_tool_result',
      'code_execution_tool_result',
      'bash_code_execution_tool_result',
      'text_editor_code_execution_tool_result',
      'tool_search_tool_result',
      'advisor_tool_result',
      'mcp_tool_result',
    ].map((type) => [type, mapped('`tool_result` of what the provider ran', readServerResult)]),
  ),
  image: mapped('`message` with the image', readImage),
  document: mapped('`message` that says there is a document', readDocument),
  container_upload: mapped('`message` that says there is a document', readDocument),
  fallback: mapped('nothing: another model goes on', readSealed),
};

function readText(block: JsonObject, conversation: Conversation): ReturnType<Read> {
  const content = textAt(block, 'text');
  if (content === undefined) return undefined;
  emitOf(conversation.emitter, spoken(content, conversation));
  return TOLD;
}

function spoken(content: string, conversation: Conversation): MessageEvent {
  const { message, modelId } = conversation;
  const event: MessageEvent = { type: 'message', role: 'assistant', content };
  const id = nextBlockId(conversation);
  if (id !== undefined) event.id = id;
  if (message.model !== undefined && message.model !== modelId) event.model = message.model;
  if (message.stopReason !== undefined) event.stop_reason = message.stopReason;
  return event;
}

function readThinking(block: JsonObject, conversation: Conversation): ReturnType<Read> {
  const content = textAt(block, 'thinking');
  if (content === undefined) return undefined;
  const id = nextBlockId(conversation);
  if (content === '') return TOLD;
  const signature = textAt(block, 'signature');
  emitOf(conversation.emitter, {
    type: 'reasoning',
    content,
    ...(id !== undefined && { id }),
    ...(signature !== undefined && signature !== '' && { signature }),
  });
  return TOLD;
}

function readSealed(_block: JsonObject, conversation: Conversation): ReturnType<Read> {
  nextBlockId(conversation);
  return TOLD;
}

function readToolUse(block: JsonObject, conversation: Conversation): ReturnType<Read> {
  const name = textAt(block, 'name');
  const id = textAt(block, 'id');
  const place = nextBlockId(conversation);
  if (name === undefined) return undefined;
  conversation.calls.use(id ?? place ?? name, name, block.input);
  return TOLD;
}

function readServerResult(block: JsonObject, conversation: Conversation): ReturnType<Read> {
  const id = textAt(block, 'tool_use_id');
  nextBlockId(conversation);
  if (id === undefined) return undefined;
  const failed = isJsonObject(block.content) && textAt(block.content, 'error_code') !== undefined;
  const content = isJsonObject(block.content) ? [block.content] : block.content;
  const result = nativeResult({ ...block, content }, undefined);
  conversation.calls.answer(id, { ...result, isError: failed || result.isError });
  return TOLD;
}

function readImage(block: JsonObject, conversation: Conversation): ReturnType<Read> {
  const source = imageSource(block);
  if (source === undefined) return undefined;
  emitOf(conversation.emitter, { ...spoken('', conversation), images: [source] });
  return TOLD;
}

function readDocument(block: JsonObject, conversation: Conversation): ReturnType<Read> {
  const title = textAt(block, 'title') ?? textAt(block, 'file_id');
  const content = title === undefined ? '[document]' : `[document ${title}]`;
  emitOf(conversation.emitter, spoken(content, conversation));
  return TOLD;
}
