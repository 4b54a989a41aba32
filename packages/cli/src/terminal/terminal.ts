import type { Paint } from './paint.js';

/** Where a command speaks. stdout is for data, which programs read; stderr is for talk. */
export interface Terminal {
  /** Writes data and waits while the reader is behind. Silent once the reader has gone. */
  write(text: string): Promise<void>;
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
  /** Aborts when the person interrupts or the reader of stdout has gone. */
  readonly signal: AbortSignal;
}
