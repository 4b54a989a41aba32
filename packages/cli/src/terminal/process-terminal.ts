import { isatty } from 'node:tty';
import { DragomanError, errorCode, errorMessage } from '@dragoman/protocol';
import { dieOf } from './die-of.js';
import { paintFor } from './paint.js';
import { readStream } from './read-stream.js';
import type { StopReason, Terminal } from './terminal.js';
import { cutText } from './text/cut-text.js';

/** The signals by which a person, or who acts for one, stops a command. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const CLEAR_LINE = '\r\u001b[2K';
/** What a command that was told to hurry may still take. */
const HURRY_MS = 3000;

/**
 * The terminal of this process. The first interrupt asks the command to stop and clean up; a second
 * one ends this process at once, and what it started with it. A command that can stop faster than in
 * the orderly way gets to do so at the second, and is ended with the process by a third.
 */
export function processTerminal(): Terminal {
  const stop = new AbortController();
  const because = (reason: StopReason) => stop.abort(reason);
  const watched = process.stderr.isTTY === true && process.env.TERM !== 'dumb';
  let hurry: (() => void) | undefined;
  let statusShown = false;
  const clearStatus = () => {
    if (statusShown) process.stderr.write(CLEAR_LINE);
    statusShown = false;
  };
  const say = (text: string) => {
    clearStatus();
    process.stderr.write(`${text}\n`);
  };

  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (stop.signal.aborted) {
        if (hurry === undefined) dieOf(signal);
        hurry?.();
        hurry = undefined;
        setTimeout(() => dieOf(signal), HURRY_MS).unref();
        return;
      }
      // To end everything in the orderly way may take seconds.
      say('dragoman: stopping… (once more to stop at once)');
      because('interrupted');
    });
  }
  process.stdout.on('error', (error) => because(lossOf(error)));
  // There is nobody to complain to about stderr.
  process.stderr.on('error', () => {});

  return {
    async write(text) {
      clearStatus();
      if (process.stdout.destroyed) return;
      await new Promise<void>((resolve) => {
        const done = (error?: Error | null) => {
          if (error) because(lossOf(error));
          stop.signal.removeEventListener('abort', giveUp);
          resolve();
        };
        // A reader that never reads must not hold up a command that is to stop.
        const giveUp = () => done();
        stop.signal.addEventListener('abort', giveUp);
        process.stdout.write(text, done);
        if (stop.signal.aborted) giveUp();
      });
    },
    read: () => readInput(stop.signal),
    // Without opening it: most commands never read.
    isTyped: isatty(0),
    columns: process.stdout.isTTY === true ? process.stdout.columns || undefined : undefined,
    say,
    status(text) {
      if (!watched || stop.signal.aborted) return;
      // A line that fills its row may make the terminal begin another.
      process.stderr.write(CLEAR_LINE + cutText(text, (process.stderr.columns || 80) - 1));
      statusShown = true;
    },
    paintData: paintFor(process.stdout, process.env),
    paint: paintFor(process.stderr, process.env),
    watched,
    signal: stop.signal,
    onInsist(asked) {
      hurry = asked;
      return () => {
        hurry = undefined;
      };
    },
  };
}

async function* readInput(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* readStream(process.stdin, signal);
  } catch (cause) {
    throw new DragomanError('input_failed', `Cannot read stdin: ${errorMessage(cause)}.`, {
      cause,
    });
  }
}

/** A reader that has seen enough (`| head`) is no error; a disk that is full is one. */
function lossOf(error: Error): StopReason {
  if (errorCode(error) === 'EPIPE') return 'reader gone';
  const message = `Cannot write the output: ${errorMessage(error)}.`;
  return new DragomanError('output_failed', message, { cause: error });
}
