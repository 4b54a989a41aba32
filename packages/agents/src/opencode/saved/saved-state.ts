import type { ImageSource } from '@dragoman/protocol';
import { createTurnTracker, type TurnTracker } from './turn-tracker.js';

/** What an interpreter of a saved session remembers. */
export interface SavedState {
  readonly turns: TurnTracker;
  /** The model told last. */
  model: string | undefined;
  /** The message whose parts are read. */
  message: CurrentMessage;
}

/** What the parts of a message depend on. */
export interface CurrentMessage {
  readonly role: 'user' | 'assistant';
  readonly ts: string | undefined;
  readonly completedAt: string | undefined;
  /** Whether it is the summary that takes the place of what came before. */
  readonly isSummary: boolean;
  /** The images that belong to the next text of the message. */
  images: readonly ImageSource[];
}

export function createSavedState(): SavedState {
  return {
    turns: createTurnTracker(),
    model: undefined,
    message: {
      role: 'assistant',
      ts: undefined,
      completedAt: undefined,
      isSummary: false,
      images: [],
    },
  };
}
