import { type ImageSource, isJsonObject, type JsonObject } from '@dragoman/protocol';
import { imageOf } from '../tools/response-output.js';

/** What a message holds, by kind. */
export interface MessageParts {
  /** All texts together, without the thoughts. */
  text: string;
  thoughts: readonly string[];
  images: readonly ImageSource[];
  /** Whether results of tools are in it. */
  hasResults: boolean;
}

const NONE: readonly never[] = [];

/**
 * Reads what a message holds: a text, a part, or a list of them. Undefined where it is none of these,
 * or where a part is of a kind that nobody knows.
 */
export function readParts(content: unknown): MessageParts | undefined {
  if (typeof content === 'string') return textOnly(content);
  if (Array.isArray(content)) return readList(content);
  return isJsonObject(content) ? readList([content]) : undefined;
}

function textOnly(text: string): MessageParts {
  return { text, thoughts: NONE, images: NONE, hasResults: false };
}

function readList(list: readonly unknown[]): MessageParts | undefined {
  const parts = textOnly('');
  for (const part of list) {
    if (typeof part === 'string') parts.text += part;
    else if (!isJsonObject(part) || !readPart(part, parts)) return undefined;
  }
  return parts;
}

/** Adds a part to those before it. False where it holds nothing that is known. */
function readPart(part: JsonObject, parts: MessageParts): boolean {
  const { text } = part;
  if (typeof text === 'string') {
    if (isThought(part)) parts.thoughts = [...parts.thoughts, text];
    else parts.text += text;
    return true;
  }
  if (isJsonObject(part.functionResponse)) {
    parts.hasResults = true;
    return true;
  }
  const image = imageOf(part);
  if (image !== undefined) parts.images = [...parts.images, image];
  // A file that is no image is named in the text, and a call is among the calls of its message.
  return isJsonObject(part.inlineData ?? part.fileData ?? part.functionCall);
}

function isThought({ thought }: JsonObject): boolean {
  return thought === true || typeof thought === 'string';
}
