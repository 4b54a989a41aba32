import { once } from 'node:events';
import { EXIT } from '../exit-code.js';
import { paintFor } from './paint.js';
import type { Terminal } from './terminal.js';

/** The reason for which the signal of a terminal aborts. */
export type StopReason = 'interrupted' | 'reader gone';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const CLEAR_LINE = '\r\u001b[2K';

/**
 * The terminal of this process. The first interrupt asks the command to stop and clean up; a second
 * one ends this process at once, and what it started with it.
 */
export function processTerminal(): Terminal {
  const stop = new AbortController();
  const because = (reason: StopReason) => stop.abort(reason);
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      because('interrupted');
    });
  }
  // A reader that has seen enough (`| head`) is no error, and stderr has nobody to complain to.
  process.stdout.on('error', () => because('reader gone'));
  process.stderr.on('error', () => {});

  const watched = process.stderr.isTTY === true;
  let statusShown = false;
  const clearStatus = () => {
    if (statusShown) process.stderr.write(CLEAR_LINE);
    statusShown = false;
  };
  return {
    async write(text) {
      clearStatus();
      if (stop.signal.reason === 'reader gone' || process.stdout.write(text)) return;
      await once(process.stdout, 'drain', { signal: stop.signal }).catch(() => {});
    },
    say(text) {
      clearStatus();
      process.stderr.write(`${text}\n`);
    },
    status(text) {
      if (!watched) return;
      process.stderr.write(CLEAR_LINE + text.slice(0, process.stderr.columns || 80));
      statusShown = true;
    },
    paintData: paintFor(process.stdout, process.env),
    paint: paintFor(process.stderr, process.env),
    watched,
    signal: stop.signal,
  };
}
