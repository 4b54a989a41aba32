import { DragomanError } from '@dragoman/protocol';
import { defaultStateDirectory, removeTree } from '@dragoman/sandbox';
import { findTurn } from '../turn/find-turn.js';
import { checkTurnId } from '../turn/turn-id.js';
import { type RecoveryOptions, recoverTurn } from '../watchdog/recover-turn.js';

export interface RemoveTurnOptions extends RecoveryOptions {
  /** Default: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
  readonly stateDirectory?: string | undefined;
}

/**
 * Removes a turn that has ended, by its id: its journal and its artifacts. The session that it was a part
 * of stays, with its HOME (`removeSession`), as does the workspace. A turn whose owner died is ended
 * first. Rejects with `turn_busy` while it is running, and with `turn_unknown` where there is none.
 */
export async function removeTurn(
  id: string,
  { stateDirectory = defaultStateDirectory(), providers }: RemoveTurnOptions = {},
): Promise<void> {
  checkTurnId(id);
  const { directory } = await findTurn(id, stateDirectory);
  if ((await recoverTurn(directory, { providers })) === 'owned') throw busy(id);
  await removeTree(directory);
}

function busy(id: string): DragomanError {
  return new DragomanError(
    'turn_busy',
    `The turn ${id} is running. Wait for its end, or stop it: dragoman turns cancel ${id}`,
  );
}
