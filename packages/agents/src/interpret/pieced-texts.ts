import type { MessageEvent, ReasoningEvent } from '@dragoman/protocol';
import type { Emitter } from './emitter.js';

type TextEvent = MessageEvent | ReasoningEvent;

/** A text or thought with the id that its pieces share. */
type NamedText = TextEvent & { id: string };

/** Emits texts that a CLI prints in pieces and may print once more as a whole. */
export interface PiecedTexts {
  /** Emits the next piece of a text. */
  piece(text: NamedText): void;
  /**
   * Takes a whole text. Without pieces it is emitted as it is. After its pieces only what is new is
   * emitted: the missing end, or the fields that only the whole has. A whole that contradicts its
   * pieces replaces them.
   */
  whole(text: NamedText): void;
  /** Empties a text of which only pieces came: the CLI has dropped it and begins anew. */
  takeBack(id: string): void;
  /** Forgets all texts: no whole comes for them any more. */
  clear(): void;
}

/** So many texts are kept until their whole comes. Of more, the whole replaces the pieces unseen. */
const MOST_OPEN = 64;
const MOST_DROPPED = 4096;
/** Fields that every piece has: a last piece that has no others says nothing. */
const PIECE_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'role',
  'content',
  'delta',
  'id',
  'parent_tool_id',
  'ts',
]);

interface OpenText {
  readonly first: NamedText;
  content: string;
}

export function createPiecedTexts(emitter: Emitter): PiecedTexts {
  /** The texts so far by id, in the order in which they began. */
  const open = new Map<string, OpenText>();
  /** The ids of texts that are no longer kept, the latest of them. */
  const dropped = new Set<string>();

  const drop = (id: string): void => {
    open.delete(id);
    dropped.add(id);
    const [oldest] = dropped;
    if (dropped.size > MOST_DROPPED && oldest !== undefined) dropped.delete(oldest);
  };

  return {
    piece(text) {
      const begun = open.get(text.id);
      if (begun === undefined) open.set(text.id, { first: text, content: text.content });
      else begun.content += text.content;
      const [oldest] = open.keys();
      if (open.size > MOST_OPEN && oldest !== undefined) drop(oldest);
      emitter.emit({ ...text, delta: true });
    },
    whole(text) {
      const pieces = open.get(text.id)?.content;
      open.delete(text.id);
      if (pieces === undefined && !dropped.has(text.id)) emitter.emit(text);
      else if (pieces === undefined || (text.content !== '' && !text.content.startsWith(pieces))) {
        emitter.emit({ ...text, delta: false, replaces: true });
      } else {
        const content = text.content.slice(pieces.length);
        if (content !== '' || hasMore(text)) emitter.emit({ ...text, content, delta: true });
      }
    },
    takeBack(id) {
      const first = open.get(id)?.first;
      open.delete(id);
      if (first !== undefined) {
        emitter.emit({ ...first, content: '', delta: false, replaces: true });
      }
    },
    clear() {
      open.clear();
      dropped.clear();
    },
  };
}

function hasMore(text: TextEvent): boolean {
  for (const field in text) if (!PIECE_FIELDS.has(field)) return true;
  return false;
}
