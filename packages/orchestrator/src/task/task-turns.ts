import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addUsageFigures, type EndEvent, type UsageFigures } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { recoverTurn } from '@dragoman/runtime';
import { journalState } from '@dragoman/runtime/internal';
import type { TaskState, TaskTurn } from '../log/run-state.js';
import type { RunContext } from '../run/run-context.js';
import type { OpenTask } from './open-task.js';

const POLL_MS = 1000;

/**
 * Ends the turns of a task that an earlier process left: no second agent may begin in a workspace while
 * the first could still be alive. So it also waits for whoever else is ending one of them.
 */
export async function recoverTurns(
  { folders, sandboxes }: RunContext,
  { state, signal }: OpenTask,
): Promise<void> {
  for (const { id } of state.turns) {
    const directory = turnDirectory(folders.stateDirectory, id);
    while ((await recoverTurn(directory, { providers: [sandboxes] })) === 'owned') {
      await delay(POLL_MS, undefined, { signal });
    }
  }
}

export interface EndedTurn extends TaskTurn {
  readonly end: EndEvent;
}

/**
 * The last turn of a task that began, and has ended: the log names a turn before it begins, and a process
 * that is killed in between leaves nothing of it.
 */
export function lastTurn(
  { turns }: Pick<TaskState, 'turns'>,
  stateDirectory: string,
): EndedTurn | undefined {
  for (const turn of [...turns].reverse()) {
    const end = endOfTurn(stateDirectory, turn.id);
    if (end !== undefined) return { ...turn, end };
  }
  return undefined;
}

/** The one with the answer of a task that succeeded: asking for its form once more may have failed. */
export function answeringTurn(
  state: Pick<TaskState, 'turns'>,
  stateDirectory: string,
): EndedTurn | undefined {
  const last = lastTurn(state, stateDirectory);
  if (last?.phase !== 'answer' || last.end.status === 'success') return last;
  const before = state.turns.filter(({ phase }) => phase !== 'answer');
  return lastTurn({ turns: before }, stateDirectory);
}

/** Whether its run, or the machine, broke a turn off. */
export function wasInterrupted({ code }: Pick<EndEvent, 'code'>): boolean {
  return code === 'canceled' || code === 'owner_lost';
}

/** What all turns of a task used, those that failed included. Null: nobody knows. */
export function usageOf({ folders }: RunContext, { turns }: TaskState): UsageFigures | null {
  const ends = turns.map(({ id }) => endOfTurn(folders.stateDirectory, id));
  return ends.reduce<UsageFigures | null>(
    (sum, end) => (end?.usage ? addUsageFigures(sum ?? undefined, end.usage) : sum),
    null,
  );
}

export function turnDirectory(stateDirectory: string, id: string): string {
  return join(stateDirectory, 'turns', id);
}

function endOfTurn(stateDirectory: string, id: string): EndEvent | undefined {
  try {
    return journalState(turnDirectory(stateDirectory, id)).end;
  } catch (error) {
    if (errorCode(error) === 'journal_missing') return undefined;
    throw error;
  }
}
