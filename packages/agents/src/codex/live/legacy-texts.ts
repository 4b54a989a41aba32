import type { MessageEvent, ReasoningEvent } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { createPiecedTexts } from '../../interpret/pieced-texts.js';

/** The sorts of text that the stream up to 0.42 may print in pieces. Each has ids of its sort. */
export type LegacyTextKind = 'message' | 'thought' | 'raw_thought';

/**
 * Texts of the stream up to 0.42, which don't name themselves: the pieces between two wholes are one
 * text, and wholes come in the order in which their pieces began.
 */
export interface LegacyTexts {
  piece(kind: LegacyTextKind, content: string): void;
  /** A whole text: that of the oldest pieces, or one that came without any. */
  whole(kind: LegacyTextKind, content: string): void;
  /** The next piece of this sort begins another text. */
  endSection(kind: LegacyTextKind): void;
  clear(): void;
}

/** @param idOf makes a name unique in the session. */
export function createLegacyTexts(emitter: Emitter, idOf: (name: string) => string): LegacyTexts {
  const texts = createPiecedTexts(emitter);
  /** The ids of texts whose whole hasn't come, oldest first. */
  const open = new Map<LegacyTextKind, string[]>();
  const ended = new Set<LegacyTextKind>();
  let count = 0;

  return {
    piece(kind, content) {
      const ids = open.get(kind) ?? [];
      if (ids.length === 0 || ended.delete(kind)) {
        count += 1;
        ids.push(idOf(`${kind}_${count}`));
        open.set(kind, ids);
      }
      texts.piece({ ...textOf(kind, content), delta: true, id: ids.at(-1) ?? '' });
    },
    whole(kind, content) {
      const id = open.get(kind)?.shift();
      if (id !== undefined) texts.whole({ ...textOf(kind, content), id });
      else if (content !== '') emitter.emit(textOf(kind, content));
    },
    endSection(kind) {
      if ((open.get(kind)?.length ?? 0) > 0) ended.add(kind);
    },
    clear() {
      texts.clear();
      open.clear();
      ended.clear();
    },
  };
}

function textOf(kind: LegacyTextKind, content: string): MessageEvent | ReasoningEvent {
  return kind === 'message'
    ? { type: 'message', role: 'assistant', content, delta: false }
    : { type: 'reasoning', content, delta: false };
}
