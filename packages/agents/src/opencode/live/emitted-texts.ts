import type { DragomanEvent } from '@dragoman/protocol';

type TextEvent = Extract<DragomanEvent, { type: 'message' | 'reasoning' }>;

/** The texts of the step under way, which may have to be said again. */
export interface EmittedTexts {
  /** A model call begins to answer: for the first time, or once more. */
  beginStep(messageId: string | undefined): readonly DragomanEvent[];
  /** What is told of a text that is complete. */
  say(text: TextEvent): readonly DragomanEvent[];
  /** The step is over: what was said again is told. */
  endStep(): readonly DragomanEvent[];
}

const NONE: readonly DragomanEvent[] = [];

/**
 * When a model call breaks off, OpenCode makes it again within the same message: what was printed of
 * the answer is printed again, in new parts, after another `step_start`. So texts are told as pieces,
 * whose place a whole text can take: the first thought of the last attempt takes that of the first
 * thought, and so on. Those are told when the step is over, as yet another attempt may follow.
 */
export function createEmittedTexts(): EmittedTexts {
  let message: string | undefined;
  /** The ids under which texts were told in this message, by who said them. */
  let places = new Map<TextEvent['type'], string[]>();
  /** How many texts this attempt has had, by who said them. */
  let said = new Map<TextEvent['type'], number>();
  let saidAgain = new Map<string, TextEvent>();

  const endStep = (): readonly DragomanEvent[] => {
    const events = saidAgain.size === 0 ? NONE : [...saidAgain.values()];
    message = undefined;
    places = new Map();
    saidAgain = new Map();
    return events;
  };

  return {
    beginStep(messageId) {
      const before = messageId === undefined || messageId !== message ? endStep() : NONE;
      message = messageId;
      said = new Map();
      return before;
    },
    say(text) {
      const { type, id } = text;
      if (id === undefined) return [text];
      const told = places.get(type) ?? [];
      places.set(type, told);
      const ordinal = said.get(type) ?? 0;
      said.set(type, ordinal + 1);
      const place = told[ordinal];
      if (place === undefined) {
        told.push(id);
        return [{ ...text, delta: true }];
      }
      saidAgain.set(place, { ...text, id: place });
      return NONE;
    },
    endStep,
  };
}
