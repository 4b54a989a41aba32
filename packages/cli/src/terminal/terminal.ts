import type { DragomanError } from '@dragoman/protocol';
import type { Paint } from './paint.js';

/** Where a command speaks. stdout is for data, which programs read; stderr is for talk. */
export interface Terminal {
  /** Writes data and waits until it is written. Silent once nothing can be written any more. */
  write(text: string): Promise<void>;
  /** What comes in by stdin. Ends, too, when the command should stop. */
  read(): AsyncGenerator<Uint8Array>;
  /** Whether stdin is a person at a keyboard, rather than data. */
  readonly isTyped: boolean;
  /** How many columns stdout has; undefined when it is no terminal. */
  readonly columns: number | undefined;
  /** Says something to the person. */
  say(text: string): void;
  /** Shows a passing state in one line that the next one replaces; nothing without a terminal. */
  status(text: string): void;
  /** Colours for data. */
  readonly paintData: Paint;
  /** Colours for talk. */
  readonly paint: Paint;
  /** Whether a person watches stderr. */
  readonly watched: boolean;
  /** Aborts when the command should stop and clean up. Its reason is a `StopReason`. */
  readonly signal: AbortSignal;
  /**
   * Has `hurry` called at the second interrupt, by a command that can stop what it runs faster than
   * in the orderly way. The result takes that back.
   */
  onInsist(hurry: () => void): () => void;
}

/** The person interrupts, the reader of stdout has seen enough, or stdout can't be written. */
export type StopReason = 'interrupted' | 'reader gone' | DragomanError;
