import { styleText } from 'node:util';
import type { DragomanError } from '@dragoman/protocol';

/** The input and output of a command. stdout is for data; stderr is for messages to a person. */
export interface Terminal {
  /** Writes data and waits until it is written. Does nothing once stdout is closed. */
  write(text: string): Promise<void>;
  /** Reads stdin until it ends or the command should stop. */
  read(): AsyncGenerator<Uint8Array>;
  /** Reads a line from the keyboard that the screen doesn't show. Only if `isTyped`. */
  readHidden(): Promise<string>;
  /** Whether stdin is a keyboard. */
  readonly isTyped: boolean;
  /** The columns of stdout; undefined when it is no terminal. */
  readonly columns: number | undefined;
  /** The columns of stderr; undefined when it is no terminal. */
  readonly messageColumns: number | undefined;
  /** Prints a line on stderr. */
  say(text: string): void;
  /** Shows a status line that the next output replaces; does nothing without a terminal. */
  status(text: string): void;
  /** Does some work while a person reads what it writes in their pager, if stdout is a terminal. */
  page<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Colours for stdout. */
  readonly paintData: Paint;
  /** Colours for stderr. */
  readonly paint: Paint;
  /** Whether stderr is a terminal. */
  readonly watched: boolean;
  /** Aborts when the command should stop and clean up. Its reason is a `StopReason`. */
  readonly signal: AbortSignal;
  /**
   * Registers a faster way to stop, which the second interrupt calls. The returned function
   * unregisters it.
   */
  onInsist(hurry: () => void): () => void;
}

/** An interrupt, a reader that closed stdout, or stdout that can't be written. */
export type StopReason = 'interrupted' | 'reader gone' | DragomanError;

type Format = Parameters<typeof styleText>[0];

/** Adds colour to text, or returns it unchanged. */
export type Paint = (format: Format, text: string) => string;

interface Surface {
  readonly isTTY?: boolean | undefined;
}

/**
 * Colour on a terminal only, and not if NO_COLOR (no-color.org) is set. FORCE_COLOR decides before both.
 * One that is empty counts as one that is not set.
 */
export function paintFor(surface: Surface, environment: NodeJS.ProcessEnv): Paint {
  const { FORCE_COLOR: forced, NO_COLOR, TERM } = environment;
  const coloured =
    forced === undefined || forced === ''
      ? surface.isTTY === true && !NO_COLOR && TERM !== 'dumb'
      : forced !== '0' && forced !== 'false';
  if (!coloured) return (_format, text) => text;
  // Node would check its stdout; the surface has been checked above.
  return (format, text) => styleText(format, text, { validateStream: false });
}
