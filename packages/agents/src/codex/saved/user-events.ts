import { type DragomanEvent, deriveId, type ImageSource } from '@dragoman/protocol';
import { hasSpeech, isImageOnly, requestOf, type UserContent } from './user-content.js';

/** Where a record stands: its time, and its own id where it has one. */
export interface Origin {
  readonly ts: string | undefined;
  readonly id: string | undefined;
}

/** The kinds of context that don't say what they are. */
const IMAGE_KIND = 'image';
const UNKNOWN_KIND = 'context';

/** What a person said. */
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

/** The context that stands in one message with what was said; none when the whole was said. */
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
 * An id for context that has none. It is long and comes again and again, so its beginning must do:
 * the time tells pieces apart that begin alike.
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
