import { join } from 'node:path';
import { addUsageFigures, type EndEvent, type UsageFigures } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { recoverTurn } from '@dragoman/runtime';
import { journalState } from '@dragoman/runtime/internal';
import type { TaskState } from '../log/run-state.js';
import type { RunContext } from '../run/run-context.js';

/**
 * Ends the turns of a task that an earlier process left: no second agent may begin in a workspace while
 * the first could still be alive.
 */
export async function recoverTurns({ folders }: RunContext, { turns }: TaskState): Promise<void> {
  for (const { id } of turns) await recoverTurn(turnDirectory(folders.stateDirectory, id));
}

/** How the last turn of a task ended. Undefined: there was none, or it never began. */
export function lastEnd({ folders }: RunContext, { turns }: TaskState): EndEvent | undefined {
  const last = turns.at(-1);
  return last && endOfTurn(folders.stateDirectory, last.id);
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
