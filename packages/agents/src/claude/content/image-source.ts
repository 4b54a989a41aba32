import type { ImageSource, JsonObject } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';

/** Where the image of an `image` block is; undefined when the block doesn't say. */
export function imageSource(block: JsonObject): ImageSource | undefined {
  const source = objectAt(block, 'source');
  const url = textAt(source, 'url');
  if (url !== undefined) return { type: 'url', url };
  const data = textAt(source, 'data');
  if (data === undefined) return undefined;
  const media_type = textAt(source, 'media_type') ?? 'application/octet-stream';
  return { type: 'base64', data, media_type };
}
