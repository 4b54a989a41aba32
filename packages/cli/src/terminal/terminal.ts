import { styleText } from 'node:util';
import type { DragomanError } from '@dragoman/protocol';

/** The input and output of a command. stdout is for data; stderr is for messages to a person. */
export interface Terminal {
  /** Writes data and waits until it is written. Does nothing once stdout is closed. */
  write(text: string): Promise<void>;
  /** Reads stdin until it ends or the command should stop. */
  read(): AsyncGenerator<Uint8Array>;
  /** Whether stdin is a keyboard. */
  readonly isTyped: boolean;
  /** The columns of stdout; undefined when it is no terminal. */
  readonly columns: number | undefined;
  /** Prints a line on stderr. */
  say(text: string): void;
  /** Shows a status line that the next output replaces; does nothing without a terminal. */
  status(text: string): void;
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

/** Colour on a terminal only, and not if NO_COLOR (no-color.org) is set. */
export function paintFor(surface: Surface, environment: NodeJS.ProcessEnv): Paint {
  const coloured = surface.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
  if (!coloured) return (_format, text) => text;
  // Node would check its stdout; the surface has been checked above.
  return (format, text) => styleText(format, text, { validateStream: false });
}
