import { DragomanError } from '@dragoman/protocol';
import type { SandboxProcess } from '@dragoman/sandbox';

/**
 * What becomes of more input for a turn. `taken`: the agent reads it, in this turn. `late`: the agent is
 * done, is being stopped, or has closed its stdin. `busy`: it has not read what came before. `unsupported`: it reads its prompt once.
 */
export type InputReceipt = 'taken' | 'late' | 'busy' | 'unsupported';

/** The input of a turn after its prompt. */
export interface TurnInput {
  /**
   * Throws `invalid_request` where the agent would take the text for something else than words, and for
   * one that is longer than ever could wait.
   */
  write(text: string): InputReceipt;
  /** The agent's process is there. What came before it is written now. */
  attach(process: SandboxProcess): void;
  /**
   * The agent is done with what it had read. What was written since it still reads, as another turn of its
   * own; then its process ends.
   */
  end(): void;
}

/** How many bytes an agent that doesn't read may leave in the memory of this process. */
const MOST_WAITING = 1024 * 1024;

/** @param lineOf what the agent's stdin gets for a text. Absent: it takes none. */
export function createTurnInput(lineOf: ((text: string) => string) | undefined): TurnInput {
  let early: string[] = [];
  let waiting = 0;
  let process: SandboxProcess | undefined;
  let isOver = false;
  return {
    write(text) {
      if (lineOf === undefined || (process !== undefined && process.input === undefined)) {
        return 'unsupported';
      }
      const line = lineOf(text);
      const size = Buffer.byteLength(line);
      if (size > MOST_WAITING) throw tooLong(size);
      if (isOver) return 'late';
      if ((process?.input?.waiting ?? waiting) + size > MOST_WAITING) return 'busy';
      waiting += size;
      if (process === undefined) early.push(line);
      else if (process.input?.write(line) !== true) return 'late';
      return 'taken';
    },
    attach(started) {
      process = started;
      for (const line of early) process.input?.write(line);
      early = [];
      if (isOver) process.input?.end();
    },
    end() {
      isOver = true;
      process?.input?.end();
    },
  };
}

function tooLong(size: number): DragomanError {
  return new DragomanError(
    'invalid_request',
    `The text takes ${size} bytes as a line for the agent's stdin, which has room for ${MOST_WAITING}. Give it in parts.`,
  );
}
