import type { ImageSource, JsonObject, MessageEvent } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import { imageSourceOf } from '../../tools/image-source-of.js';
import type { CurrentMessage } from './saved-state.js';

/** Whether a part of a user's message is something that the user said or attached. */
export function hasOwnWords(part: JsonObject): boolean {
  if (part.type === 'text') return part.synthetic !== true && part.ignored !== true;
  return part.type === 'file' || part.type === 'subtask' || part.type === 'agent';
}

/** What the user said, with the images that came along. */
export function userEvent(event: MessageEvent, message: CurrentMessage): MessageEvent {
  // Up to 1.1, OpenCode puts an end of line before what it reads from stdin.
  if (event.content.startsWith('\n')) event.content = event.content.slice(1);
  if (message.images.length > 0) event.images = [...message.images];
  message.images = [];
  return event;
}

/** The images among the parts of a message. */
export function imagesOf(parts: readonly JsonObject[]): readonly ImageSource[] {
  return parts.flatMap((part) => {
    const url = textAt(part, 'url');
    const isImage = part.type === 'file' && textAt(part, 'mime')?.startsWith('image/') === true;
    return isImage && url !== undefined ? [imageSourceOf(url)] : [];
  });
}
