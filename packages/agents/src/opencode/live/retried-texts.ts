import type { MessageEvent, ReasoningEvent } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { createPiecedTexts } from '../../interpret/pieced-texts.js';

type TextEvent = MessageEvent | ReasoningEvent;
type NamedText = TextEvent & { id: string };

/** Emits the texts of a step, which OpenCode may print again. */
export interface RetriedTexts {
  /** A model call begins to answer: for the first time, or once more. */
  beginStep(messageId: string | undefined): void;
  /** Emits a text that is complete, or keeps it until the end of the step if it is a retry. */
  emitText(text: TextEvent): void;
  /** The step is over: emits what its last attempt says otherwise than the first. */
  endStep(): void;
}

/**
 * When a model call breaks off, OpenCode makes it again within the same message: it prints the answer
 * again, in new parts, after another `step_start`. So the texts of a first attempt are emitted as
 * pieces. The first thought of the last attempt is the whole of the first thought, and so on. The
 * wholes wait until the step is over, as yet another attempt may follow.
 */
export function createRetriedTexts(emitter: Emitter): RetriedTexts {
  const pieces = createPiecedTexts(emitter);
  let message: string | undefined;
  /** The ids of the texts of this step, by type and in their order. */
  let ids = new Map<TextEvent['type'], string[]>();
  /** How many texts this attempt has had, by type. */
  let counts = new Map<TextEvent['type'], number>();
  let retried = new Map<string, NamedText>();

  const endStep = (): void => {
    for (const text of retried.values()) pieces.whole(text);
    pieces.clear();
    message = undefined;
    ids = new Map();
    counts = new Map();
    retried = new Map();
  };

  return {
    beginStep(messageId) {
      if (messageId === undefined || messageId !== message) endStep();
      message = messageId;
      counts = new Map();
    },
    emitText(text) {
      const { type, id } = text;
      if (id === undefined) {
        emitter.emit(text);
        return;
      }
      const known = ids.get(type) ?? [];
      ids.set(type, known);
      const ordinal = counts.get(type) ?? 0;
      counts.set(type, ordinal + 1);
      const first = known[ordinal];
      if (first === undefined) {
        known.push(id);
        pieces.piece({ ...text, id });
      } else retried.set(first, { ...text, id: first });
    },
    endStep,
  };
}
