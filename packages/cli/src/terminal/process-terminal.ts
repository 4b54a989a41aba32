import { isatty } from 'node:tty';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, reasonOf } from '@dragoman/protocol/internal';
import type { Pager } from '@dragoman/sandbox';
import { EXIT } from '../exit-code.js';
import { readHidden } from './read-hidden.js';
import type { StopReason, Terminal } from './terminal.js';
import { paintFor } from './terminal.js';
import { cutText, textWidth } from './text/fit-text.js';
import { readStream } from './until-stopped.js';

/** The signals that stop a command. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const CLEAR_LINE = '\r\u001b[2K';
const ROW_UP = '\u001b[1A';
/** How long a command has to end after the second interrupt. */
const HURRY_MS = 3000;

/**
 * The terminal of this process. The first interrupt asks the command to stop and clean up. The second
 * ends this process, and what it started, at once; but a command that registered a faster way to stop
 * (`onInsist`) uses that at the second, and the third ends the process.
 */
export function processTerminal(): Terminal {
  const stop = new AbortController();
  const because = (reason: StopReason) => stop.abort(reason);
  const watched = process.stderr.isTTY === true && process.env.TERM !== 'dumb';
  let hurry: (() => void) | undefined;
  /** The width of the status line that is shown. */
  let statusWidth = 0;
  let pager: Pager | undefined;
  const clearStatus = () => {
    if (statusWidth === 0) return;
    // A window that was made narrower has wrapped it.
    const rows = Math.ceil(statusWidth / (process.stderr.columns || statusWidth));
    process.stderr.write(`${CLEAR_LINE}${`${ROW_UP}${CLEAR_LINE}`.repeat(rows - 1)}`);
    statusWidth = 0;
  };
  const say = (text: string) => {
    clearStatus();
    process.stderr.write(`${text}\n`);
  };

  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      // It is the pager's: the person stops its search, or leaves it.
      if (pager !== undefined && signal === 'SIGINT') return;
      if (stop.signal.aborted) {
        if (hurry === undefined) dieOf(signal);
        hurry?.();
        hurry = undefined;
        setTimeout(() => dieOf(signal), HURRY_MS).unref();
        return;
      }
      // Cleaning up may take seconds.
      say('dragoman: stopping… (once more to stop at once)');
      because('interrupted');
    });
  }
  process.stdout.on('error', (error) => because(lossOf(error)));
  // An error of stderr can't be reported anywhere.
  process.stderr.on('error', () => {});

  return {
    async write(text) {
      clearStatus();
      if (process.stdout.destroyed) return;
      if (pager !== undefined) {
        if (!(await pager.write(text))) because('reader gone');
        return;
      }
      await new Promise<void>((resolve) => {
        const done = (error?: Error | null) => {
          if (error) because(lossOf(error));
          stop.signal.removeEventListener('abort', giveUp);
          resolve();
        };
        // A reader that never reads must not block a command that should stop.
        const giveUp = () => done();
        stop.signal.addEventListener('abort', giveUp);
        process.stdout.write(text, done);
        if (stop.signal.aborted) giveUp();
      });
    },
    async page(work) {
      if (process.stdout.isTTY) {
        const { startPager } = await import('@dragoman/sandbox');
        pager = await startPager(process.env);
      }
      try {
        return await work();
      } finally {
        await pager?.end();
        pager = undefined;
      }
    },
    read: () => readInput(stop.signal),
    readHidden: () => readHidden(process.stdin, stop.signal),
    // Does not open stdin: most commands never read it.
    isTyped: isatty(0),
    columns: process.stdout.isTTY === true ? process.stdout.columns || undefined : undefined,
    messageColumns: process.stderr.isTTY === true ? process.stderr.columns || undefined : undefined,
    say,
    status(text) {
      if (!watched || stop.signal.aborted) return;
      // A line that fills its row may wrap.
      const line = cutText(text, (process.stderr.columns || 80) - 1);
      clearStatus();
      process.stderr.write(CLEAR_LINE + line);
      statusWidth = textWidth(line);
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
    throw new DragomanError('input_failed', `Cannot read stdin: ${reasonOf(cause)}.`, {
      cause,
    });
  }
}

/** A reader that closes stdout (`| head`) is no error; a full disk is one. */
function lossOf(error: Error): StopReason {
  if (errorCode(error) === 'EPIPE') return 'reader gone';
  const message = `Cannot write the output: ${reasonOf(error)}.`;
  return new DragomanError('output_failed', message, { cause: error });
}

/**
 * Ends this process at once with a signal that it handles, after its `exit` listeners. A plain exit may
 * take forever: Node waits for pending file system calls.
 */
export function dieOf(signal: NodeJS.Signals): void {
  process.once('exit', () => {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
  process.exit(EXIT.interrupted);
}
