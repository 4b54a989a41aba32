import { statSync } from 'node:fs';
import { removeTree } from '@dragoman/sandbox';
import { journalFiles } from '../journal/journal-files.js';
import { type ListedTurn, listTurns } from '../turn/list-turns.js';
import { readTurnRecord } from '../turn/turn-record.js';
import { turnState } from '../turn/turn-state.js';
import type { Expired, Retention } from './expired.js';
import { folderSize } from './folder-size.js';
import { inUse } from './in-use.js';

/** Turns that ended long ago. Their sessions go by their own age. */
export async function expiredTurns({
  stateDirectory,
  before,
}: Retention): Promise<readonly Expired[]> {
  const turns = await listTurns(stateDirectory);
  return turns
    .filter((turn) => hasEnded(turn.state) && lastUse(turn) < before)
    .map((turn) => {
      const { id, directory, agent, workspace } = turn;
      const { bytes, isWhole } = folderSize(directory);
      return {
        ...{ kind: 'turn', name: id, about: `${agent ?? 'an agent'} in ${workspace}` },
        ...{ lastUsed: new Date(lastUse(turn)).toISOString(), bytes, isWhole, path: directory },
        remove: () => removeTurn(directory, id),
      };
    });
}

async function removeTurn(directory: string, id: string): Promise<void> {
  const record = await readTurnRecord(directory);
  if (record !== undefined && !hasEnded(turnState(record, directory))) {
    throw inUse(`The turn ${id}`);
  }
  await removeTree(directory);
}

/** One without an end is for `doctor --reap`. */
function hasEnded(state: ListedTurn['state']): boolean {
  return state !== 'running' && state !== 'abandoned';
}

function lastUse({ directory, createdAt }: ListedTurn): number {
  const journal = statSync(journalFiles(directory).events, { throwIfNoEntry: false });
  return Math.max(journal?.mtimeMs ?? 0, Date.parse(createdAt) || 0);
}
