import type { RequestLog } from '@dragoman/server';
import { jsonLine } from '../../terminal/text/json-line.js';

/** The lines of a log, written one after the other. */
export interface LogWriter {
  add(line: RequestLog): void;
  /** Resolves when all lines are written. */
  written(): Promise<void>;
}

const MOST_WAITING = 1024 * 1024;

/**
 * Lines that come while others are written go out together. Where nobody reads them, no more than a
 * megabyte waits; after that the log says how many lines are missing.
 */
export function createLogWriter(write: (text: string) => Promise<void>): LogWriter {
  let waiting = '';
  let missing = 0;
  let writing: Promise<void> | undefined;

  const writeOn = async (): Promise<void> => {
    while (waiting !== '' || missing > 0) {
      const text = missing > 0 ? `${waiting}${jsonLine({ missing_lines: missing })}` : waiting;
      waiting = '';
      missing = 0;
      await write(text);
    }
    writing = undefined;
  };

  return {
    add(line) {
      const text = jsonLine(line);
      if (waiting.length + text.length > MOST_WAITING) missing += 1;
      else waiting += text;
      writing ??= writeOn();
    },
    written: async () => writing,
  };
}
