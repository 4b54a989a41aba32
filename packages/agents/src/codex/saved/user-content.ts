import { type ImageSource, isJsonObject, type JsonObject } from '@dragoman/protocol';
import { listAt, objectAt, objectsAt, textAt } from '../../interpret/json-fields.js';
import { imageSourceOf } from '../../tools/image-source-of.js';
import { contextKind } from './context-kind.js';

/** One message in the user's name, taken apart. */
export interface UserContent {
  /** What may be the user's own words, as the user wrote them. */
  readonly speech: string;
  readonly images: readonly ImageSource[];
  /** What Codex added, and what sort of thing the first of it is. */
  readonly context: string;
  readonly contextKind: string | undefined;
  /** True when the record itself says whose words these are (from 0.150 on). */
  readonly isCertain: boolean;
  /** All the text there is, for one that turns out to be the user's although it looks like context. */
  readonly whole: string;
}

/**
 * Takes the content of a user message apart. One message may hold both context and the prompt. From
 * 0.150 on each part says what it is; before, it is told by its looks.
 */
export function readUserContent(payload: JsonObject): UserContent {
  const kinds = listAt(
    objectAt(payload, 'internal_chat_message_metadata_passthrough'),
    'content_item_kinds',
  );
  const parts = listAt(payload, 'content');
  const speech: string[] = [];
  const context: string[] = [];
  const images: ImageSource[] = [];
  let firstKind: string | undefined;
  let isCertain = parts.length > 0;

  for (const [index, part] of parts.entries()) {
    if (!isJsonObject(part)) continue;
    const origin = originOf(kinds[index]);
    if (origin === undefined) isCertain = false;
    const image = imageOf(part);
    if (image !== undefined) {
      images.push(image);
      continue;
    }
    const text = textAt(part, 'text');
    if (text === undefined || isImageTag(text)) continue;
    const kind = origin === 'user' ? undefined : (contextKind(text) ?? origin);
    if (kind === undefined) speech.push(text);
    else {
      context.push(text);
      firstKind ??= kind;
    }
  }
  return {
    speech: speech.join(''),
    images,
    context: context.join('\n\n'),
    contextKind: firstKind,
    isCertain,
    whole: context.length === 0 ? speech.join('') : [...context, ...speech].join(''),
  };
}

/** The images of a `user_message` event or a `UserMessage` item. */
export function readEventImages(payload: JsonObject): ImageSource[] {
  const listed = listAt(payload, 'images').flatMap((url) =>
    typeof url === 'string' ? [imageSourceOf(url)] : [],
  );
  const local = listAt(payload, 'local_images').flatMap((path) =>
    typeof path === 'string' ? [{ type: 'file' as const, path }] : [],
  );
  return [...listed, ...local];
}

/** The content of a `UserMessage` item, as the event that it took the place of had it. */
export function eventOfUserItem(item: JsonObject): JsonObject {
  const parts = objectsAt(item, 'content');
  const texts = parts.flatMap((part) => textAt(part, 'text') ?? []);
  return {
    message: texts.join(''),
    images: parts.flatMap((part) => textAt(part, 'image_url') ?? []),
    local_images: parts.flatMap((part) => textAt(part, 'path') ?? []),
  };
}

export function hasSpeech({ speech, images }: UserContent): boolean {
  return speech !== '' || images.length > 0;
}

export function isImageOnly({ speech, context, images }: UserContent): boolean {
  return speech === '' && context === '' && images.length > 0;
}

const IDE_PREAMBLE = '# Context from my IDE setup:';
const IDE_REQUEST = '## My request for Codex:';

/** What the user asked for, without what an editor put before it. */
export function requestOf(speech: string): string {
  if (!speech.startsWith(IDE_PREAMBLE)) return speech;
  const at = speech.indexOf(IDE_REQUEST);
  return at === -1 ? speech : speech.slice(at + IDE_REQUEST.length).trim();
}

/** Whose words a part is: `user`, or the kind of context. Undefined when nobody says. */
function originOf(kind: unknown): string | undefined {
  if (typeof kind !== 'string' || kind === 'unknown') return undefined;
  return kind.startsWith('user.') ? 'user' : kind;
}

function imageOf(part: JsonObject): ImageSource | undefined {
  const url = textAt(part, 'image_url');
  return textAt(part, 'type') === 'input_image' && url !== undefined
    ? imageSourceOf(url)
    : undefined;
}

/** From 0.98 on an image stands between two parts of text that name it. */
function isImageTag(text: string): boolean {
  return (
    text === '<image>' ||
    text === '</image>' ||
    (text.startsWith('<image name=') && text.endsWith('>') && !text.includes('\n'))
  );
}
