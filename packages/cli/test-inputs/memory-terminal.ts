import type { Paint, Terminal } from '../src/terminal/terminal.js';

export interface MemoryTerminalOptions {
  /** What comes in by stdin. */
  readonly input?: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;
  readonly isTyped?: boolean;
  readonly columns?: number;
  readonly paint?: Paint;
  readonly signal?: AbortSignal;
}

export interface MemoryTerminal extends Terminal {
  stdout(): string;
  stderr(): string;
}

/** A terminal that keeps what is written, for a command that runs inside another program. */
export function createMemoryTerminal(options: MemoryTerminalOptions = {}): MemoryTerminal {
  const { input = [], isTyped = false, columns } = options;
  const { paint = (_format, text) => text, signal = new AbortController().signal } = options;
  const encoder = new TextEncoder();
  let stdout = '';
  let stderr = '';
  return {
    async write(text) {
      stdout += text;
    },
    page: (work) => work(),
    async *read() {
      for await (const chunk of input) {
        yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
      }
    },
    async readHidden() {
      for await (const chunk of input) return String(chunk);
      return '';
    },
    isTyped,
    columns,
    messageColumns: columns,
    say(text) {
      stderr += `${text}\n`;
    },
    status() {},
    paintData: paint,
    paint,
    watched: false,
    signal,
    onInsist: () => () => {},
    stdout: () => stdout,
    stderr: () => stderr,
  };
}
