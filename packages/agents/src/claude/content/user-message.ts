import { type ImageSource, isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText, textAt } from '../../interpret/json-fields.js';
import { mapped, metadata, prefixed, type RecordRules } from '../../interpret/record-rule.js';
import { imageSource } from '../tools/output.js';
import { nativeResult } from '../tools/read-result.js';
import { documentText } from './assistant-message.js';
import type { Conversation } from './conversation.js';
import { createRuleReader, type Reading, readingsOf, unknownReading } from './rule-reader.js';

/** What a message in the role of the user holds beside the results of calls. */
export interface UserContent {
  readonly texts: string[];
  readonly images: ImageSource[];
}

/** How each block in the role of the user is read, by its type. Texts and images are one message. */
const userBlocks: RecordRules<Conversation> = {
  text: mapped(
    '`message`; what no person said is `synthetic`, `compaction` or `turn` aborted',
    readText,
  ),
  tool_result: mapped('`tool_result`, or `plan`', readToolResult),
  image: mapped('`message` with the image', readImage),
  document: mapped('`message` that says there is a document', readDocument),
};

/** The messages of the user in both views, by what they hold. */
export const userRules: RecordRules<Conversation> = {
  ...prefixed('user', userBlocks),
  'user/empty': metadata('says nothing'),
};

const readBlock = createRuleReader('user', userBlocks);
const TEXT = readingsOf('user', 'text').mapped;
const EMPTY = readingsOf('user', 'empty').metadata;

/** The blocks in the order in which they give the record its name. */
const SORTS = ['tool_result', 'text', 'image', 'document'].map((sort) => `user/${sort}`);
const RESULT = SORTS[0];

/** Whether a message holds the result of a call. */
export function isResult({ native }: Reading): boolean {
  return native === RESULT;
}

/** Reads the blocks of a message, each by its rule: results are emitted, the rest is in `said`. */
export function readUserMessage(
  message: JsonObject | undefined,
  conversation: Conversation,
): Reading {
  const content = message?.content;
  const said: UserContent = { texts: [], images: [] };
  conversation.said = said;
  if (typeof content === 'string') {
    said.texts.push(content);
    return TEXT;
  }
  if (!Array.isArray(content)) return unknownReading('user');
  let reading: Reading | undefined;
  for (const block of content) {
    const read = isJsonObject(block)
      ? readBlock(block.type, block, conversation, conversation.chain.emitter)
      : unknownReading('user');
    if (reading === undefined || comesBefore(read, reading)) reading = read;
  }
  return reading ?? EMPTY;
}

/** A block that no rule reads names the record. */
function comesBefore(one: Reading, other: Reading): boolean {
  if (other.disposition === 'unknown') return false;
  if (one.disposition === 'unknown') return true;
  return SORTS.indexOf(one.native) < SORTS.indexOf(other.native);
}

function readText(block: JsonObject, { said }: Conversation): Disposition {
  const text = asText(block.text);
  if (text === undefined) return 'unknown';
  said.texts.push(text);
  return 'mapped';
}

function readImage(block: JsonObject, { said }: Conversation): Disposition {
  const image = imageSource(block);
  if (image === undefined) return 'unknown';
  said.images.push(image);
  return 'mapped';
}

function readDocument(block: JsonObject, { said }: Conversation): Disposition {
  said.texts.push(documentText(textAt(block, 'title')));
  return 'mapped';
}

function readToolResult(block: JsonObject, { calls, richResult }: Conversation): Disposition {
  const id = asText(block.tool_use_id);
  if (id === undefined) return 'unknown';
  calls.answer(id, nativeResult(block, richResult));
  return 'mapped';
}
