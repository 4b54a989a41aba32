import {
  type DragomanEvent,
  deriveId,
  type ImageSource,
  isJsonObject,
  type JsonObject,
} from '@dragoman/protocol';
import { listAt, objectAt, objectsAt, textAt } from '../../interpret/json-fields.js';
import { imageSourceOf } from '../../tools/common-call.js';
import { contextKind } from './context-kind.js';

/** One message in the user's name, taken apart. */
export interface UserContent {
  /** What may be the user's words, as the user wrote them. */
  readonly speech: string;
  readonly images: readonly ImageSource[];
  /** What Codex added, and what sort of thing the first of it is. */
  readonly context: string;
  readonly contextKind: string | undefined;
  /** True when the record says who wrote it (from 0.150 on). */
  readonly isCertain: boolean;
  /** All the text there is, for one that turns out to be the user's although it looks like context. */
  readonly whole: string;
}

/**
 * Takes the content of a user message apart. One message may hold both context and the prompt. From
 * 0.150 on each part says what it is; before, its form shows it.
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
    const writer = writerOf(kinds[index]);
    if (writer === undefined) isCertain = false;
    const image = imageOf(part);
    if (image !== undefined) {
      images.push(image);
      continue;
    }
    const text = textAt(part, 'text');
    if (text === undefined || isImageTag(text)) continue;
    const kind = writer === 'user' ? undefined : (contextKind(text) ?? writer);
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

/** The content of a `UserMessage` item, in the form of the event that it replaced. */
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

/** Who wrote a part: `user`, or the kind of context. Undefined where nothing says it. */
function writerOf(kind: unknown): string | undefined {
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

/** The time of a record, and its id where it has one. */
export interface Origin {
  readonly ts: string | undefined;
  readonly id: string | undefined;
}

/** The kinds of context that don't say what they are. */
const IMAGE_KIND = 'image';
const UNKNOWN_KIND = 'context';

/** A message of a person. */
export function speechEvent(
  text: string,
  images: readonly ImageSource[],
  { ts, id }: Origin,
): DragomanEvent {
  return {
    type: 'message',
    role: 'user',
    content: requestOf(text),
    id: id ?? deriveId('codex', ts ?? '', 'user', text),
    ...(images.length > 0 && { images: [...images] }),
    ...(ts !== undefined && { ts }),
  };
}

/** The context that shares a message with what a person said; none when a person said all of it. */
export function contextEvents(
  content: UserContent,
  spoken: string,
  origin: Origin,
): DragomanEvent[] {
  const { context, contextKind } = content;
  if (context === '' || spoken !== content.speech) return [];
  const isShared = hasSpeech(content);
  const id = isShared && origin.id !== undefined ? deriveId('codex', origin.id) : origin.id;
  return [contextEvent(context, contextKind ?? UNKNOWN_KIND, [], { ...origin, id })];
}

/**
 * An id for context that has none. Context is long and comes again and again, so its beginning must
 * do: the time sets pieces apart that begin alike.
 */
export function contextId(ts: string | undefined, kind: string, text: string): string {
  return deriveId('codex', ts ?? '', kind, text.length, text.slice(0, 200));
}

/** A message of which nothing was said by a person. */
export function allContext(content: UserContent, origin: Origin): DragomanEvent[] {
  const { whole, images, contextKind } = content;
  if (whole === '' && images.length === 0) return [];
  const kind = contextKind ?? (isImageOnly(content) ? IMAGE_KIND : UNKNOWN_KIND);
  return [contextEvent(whole, kind, images, origin)];
}

function contextEvent(
  text: string,
  synthetic: string,
  images: readonly ImageSource[],
  { ts, id }: Origin,
): DragomanEvent {
  return {
    type: 'message',
    role: 'user',
    content: text,
    id: id ?? contextId(ts, synthetic, text),
    synthetic,
    ...(images.length > 0 && { images: [...images] }),
    ...(ts !== undefined && { ts }),
  };
}
