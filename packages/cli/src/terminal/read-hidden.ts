import type { ReadStream } from 'node:tty';

const INTERRUPT = '\u0003';
const END_OF_INPUT = '\u0004';
const BACKSPACES = ['\b', '\u007f'];
const LINE_ENDS = ['\r', '\n', END_OF_INPUT];
/** What terminals put around a pasted text, once a program has asked for it. */
const PASTE_MARKS = ['\u001b[200~', '\u001b[201~'];

/**
 * Reads a line from a keyboard without showing it. A pasted text may have line breaks in it; the line
 * ends where what comes at once ends with one.
 */
export function readHidden(input: ReadStream, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    let line = '';
    const end = (): void => {
      input.off('data', take);
      signal.removeEventListener('abort', end);
      input.setRawMode(false);
      input.pause();
      resolve(signal.aborted ? '' : line.trim());
    };
    const take = (chunk: Buffer | string): void => {
      const text = PASTE_MARKS.reduce((rest, mark) => rest.replaceAll(mark, ''), String(chunk));
      // Without its usual mode the terminal sends no signals.
      if (text.includes(INTERRUPT)) {
        process.kill(process.pid, 'SIGINT');
        return;
      }
      for (const character of text) {
        if (BACKSPACES.includes(character)) line = line.slice(0, -1);
        else if (character !== END_OF_INPUT) line += character;
      }
      if (LINE_ENDS.some((mark) => text.endsWith(mark))) end();
    };
    signal.addEventListener('abort', end);
    input.setRawMode(true);
    input.on('data', take);
    input.resume();
    if (signal.aborted) end();
  });
}
