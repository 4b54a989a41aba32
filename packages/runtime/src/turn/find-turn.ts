import { basename, isAbsolute, join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { readTurnRecord, type TurnRecord } from './turn-record.js';

/** A turn by its id or its folder. Rejects with `turn_unknown` where there is none. */
export async function findTurn(
  idOrFolder: string,
  stateDirectory: string,
): Promise<{ readonly directory: string; readonly record: TurnRecord }> {
  const isPath = isAbsolute(idOrFolder);
  const directory = isPath ? idOrFolder : join(stateDirectory, 'turns', idOrFolder);
  // An id is no path: none leads out of the folder of turns.
  const isName = basename(directory) === idOrFolder;
  const record = isPath || isName ? await readTurnRecord(directory) : undefined;
  if (record !== undefined) return { directory, record };
  throw new DragomanError('turn_unknown', `There is no turn in ${directory}.`);
}
