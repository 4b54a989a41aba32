import type { JsonObject, OutputBlock } from '@dragoman/protocol';
import { objectsAt, textAt } from '../../interpret/json-fields.js';
import { imageSourceOf } from '../../tools/image-source-of.js';

/** What a call gave back: its text, or text and images where files came with it. */
export function outputOfCall(state: JsonObject): string | OutputBlock[] {
  const text = textAt(state, 'output') ?? '';
  const files = objectsAt(state, 'attachments').flatMap(imageOf);
  if (files.length === 0) return text;
  return text === '' ? files : [{ type: 'text', text }, ...files];
}

function imageOf(file: JsonObject): OutputBlock[] {
  const url = textAt(file, 'url');
  const isImage = textAt(file, 'mime')?.startsWith('image/') === true;
  return url === undefined || !isImage ? [] : [{ type: 'image', source: imageSourceOf(url) }];
}
