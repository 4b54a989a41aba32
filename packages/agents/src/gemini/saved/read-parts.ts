import { type ImageSource, isJsonObject, type JsonObject } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import { imageOf } from '../tools.js';

/** What a message holds, by sorts. */
export interface ReadParts {
  /** The texts, in their order, without the thoughts. */
  readonly texts: readonly string[];
  readonly thoughts: readonly string[];
  readonly images: readonly ImageSource[];
  /** Whether tools answer in it. */
  readonly isAnswer: boolean;
}

const NONE: readonly never[] = [];

/** Reads what a message holds: a text, a part, or a list of them; undefined where it is none. */
export function readParts(content: unknown): ReadParts | undefined {
  if (typeof content === 'string') {
    return { texts: [content], thoughts: NONE, images: NONE, isAnswer: false };
  }
  if (Array.isArray(content)) return readList(content);
  return isJsonObject(content) ? readList([content]) : undefined;
}

function readList(parts: readonly unknown[]): ReadParts {
  const texts: string[] = [];
  const thoughts: string[] = [];
  const images: ImageSource[] = [];
  let isAnswer = false;
  for (const part of parts) {
    if (typeof part === 'string') texts.push(part);
    if (!isJsonObject(part)) continue;
    const text = textAt(part, 'text');
    if (text !== undefined) (isThought(part) ? thoughts : texts).push(text);
    const image = imageOf(part);
    if (image !== undefined) images.push(image);
    if (isJsonObject(part.functionResponse)) isAnswer = true;
  }
  return { texts, thoughts, images, isAnswer };
}

function isThought({ thought }: JsonObject): boolean {
  return thought === true || typeof thought === 'string';
}
