import type { ChildProcessWithoutNullStreams } from 'node:child_process';

/** The stdin of a running process. What it never reads is lost, in silence, as with any pipe. */
export interface ProcessInput {
  /** Bytes that are not in the pipe yet, because the process doesn't read. */
  readonly waiting: number;
  /** Whether it was written: not where the end was, or where the process has closed its stdin. */
  write(text: string): boolean;
  /** The process reads the end of its stdin behind all that was written. */
  end(): void;
}

export function inputOf({ stdin }: Pick<ChildProcessWithoutNullStreams, 'stdin'>): ProcessInput {
  return {
    get waiting() {
      return stdin.writableLength;
    },
    write(text) {
      if (!stdin.writable) return false;
      stdin.write(text);
      return true;
    },
    end: () => void stdin.end(),
  };
}
