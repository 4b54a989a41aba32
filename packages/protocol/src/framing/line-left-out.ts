import type { ErrorEvent } from '../event/turn-events.js';

const MEGABYTE = 1_000_000;

/** What is told where a line stood that was too long to be read: nothing is lost without a word. */
export function lineLeftOut(bytes: number): ErrorEvent {
  const size = bytes < MEGABYTE ? `${bytes} bytes` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
  return {
    type: 'error',
    message: `A line of ${size} is longer than can be read and was left out.`,
    fatal: false,
    code: 'line_too_long',
  };
}
