import { type ImageSource, isJsonObject, type JsonObject } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import { nativeResult } from './call-registry.js';
import type { Conversation } from './conversation.js';
import { imageSource } from './image-source.js';

/** What a message in the role of the user holds beside the results of calls. */
export interface UserContent {
  readonly texts: readonly string[];
  readonly images: readonly ImageSource[];
  /** The sort of the message, by which its record is named. */
  readonly sort: string;
  /** False when a part of it is of no known sort. */
  readonly isKnown: boolean;
}

const EMPTY: UserContent = { texts: [], images: [], sort: 'empty', isKnown: true };
const RESULT: UserContent = { ...EMPTY, sort: 'tool_result' };

/** Tells of the results in a message, and gives what else is in it; undefined when it is no message. */
export function readUserMessage(
  message: JsonObject | undefined,
  conversation: Conversation,
): UserContent | undefined {
  const content = message?.content;
  if (typeof content === 'string') return { ...EMPTY, texts: [content], sort: 'text' };
  if (!Array.isArray(content)) return undefined;
  const [only] = content;
  if (content.length === 1 && isJsonObject(only) && only.type === 'tool_result') {
    return readResult(only, conversation) ? RESULT : { ...RESULT, isKnown: false };
  }
  return readBlocks(content, conversation);
}

/** The sorts of blocks, the one that names the record first. */
const SORTS = ['tool_result', 'text', 'image', 'document'];

function readBlocks(content: readonly unknown[], conversation: Conversation): UserContent {
  const texts: string[] = [];
  const images: ImageSource[] = [];
  const sorts = new Set<string>();
  let strange: string | undefined;
  for (const block of content) {
    const sort = isJsonObject(block) ? (textAt(block, 'type') ?? '') : '';
    if (isJsonObject(block) && readBlock(block, sort, conversation, texts, images)) sorts.add(sort);
    else strange ??= sort;
  }
  const sort = strange ?? SORTS.find((known) => sorts.has(known)) ?? EMPTY.sort;
  return { texts, images, sort, isKnown: strange === undefined };
}

function readBlock(
  block: JsonObject,
  sort: string,
  conversation: Conversation,
  texts: string[],
  images: ImageSource[],
): boolean {
  if (sort === 'tool_result') return readResult(block, conversation);
  if (sort === 'document') {
    const title = textAt(block, 'title');
    texts.push(title === undefined ? '[document]' : `[document ${title}]`);
    return true;
  }
  const text = sort === 'text' ? textAt(block, 'text') : undefined;
  const image = sort === 'image' ? imageSource(block) : undefined;
  if (text !== undefined) texts.push(text);
  if (image !== undefined) images.push(image);
  return text !== undefined || image !== undefined;
}

function readResult(block: JsonObject, conversation: Conversation): boolean {
  const id = textAt(block, 'tool_use_id');
  if (id === undefined) return false;
  conversation.calls.answer(id, nativeResult(block, conversation.richResult));
  return true;
}
