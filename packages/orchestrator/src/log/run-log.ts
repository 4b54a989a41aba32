import type { DragomanEvent, EventByType, EventType } from '@dragoman/protocol';
import { readJournal } from '@dragoman/runtime';
import { openJournal } from '@dragoman/runtime/internal';
import { createRunState, foldEvent, type RunState } from './run-state.js';

/** Writes the log of a run, and knows what it says. There is never more than one. */
export interface RunLog {
  readonly state: RunState;
  append<Type extends EventType>(
    event: Omit<EventByType[Type], 'seq' | 'ts'> & { type: Type },
  ): void;
  /**
   * Makes sure that what was written outlives the machine: before anything is done that others see, and
   * that follows from it.
   */
  sync(): Promise<void>;
  close(): void;
}

/** Opens the log of a run for writing, new or left behind. Throws `journal_locked`, naming the process. */
export async function openRunLog(directory: string): Promise<RunLog> {
  const journal = openJournal(directory);
  try {
    const state = await readRunState(directory);
    return {
      state,
      append(event) {
        journal.append(event);
        foldEvent(state, { ...event, seq: journal.lastSeq } as DragomanEvent);
      },
      sync: () => journal.sync(),
      close: () => journal.close(),
    };
  } catch (error) {
    journal.close();
    throw error;
  }
}

/** What the log of a run says so far. */
export async function readRunState(directory: string): Promise<RunState> {
  const state = createRunState();
  for await (const event of readJournal(directory, { follow: false })) foldEvent(state, event);
  return state;
}
