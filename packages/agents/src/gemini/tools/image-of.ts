import type { ImageSource, JsonObject } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';

/** The image that a part is; undefined for a part that is none. */
export function imageOf(part: JsonObject): ImageSource | undefined {
  const inline = objectAt(part, 'inlineData');
  const data = textAt(inline, 'data');
  const type = textAt(inline, 'mimeType');
  if (data !== undefined && type?.startsWith('image/') === true) {
    return { type: 'base64', data, media_type: type };
  }
  const file = objectAt(part, 'fileData');
  const url = textAt(file, 'fileUri');
  const isImage = textAt(file, 'mimeType')?.startsWith('image/') === true;
  return url !== undefined && isImage ? { type: 'url', url } : undefined;
}
