import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EndStatus } from '@dragoman/protocol';
import { defaultStateDirectory, ownerIsAlive } from '@dragoman/sandbox';
import { endOf } from './end-of.js';
import { readTurnRecord, type TurnRecord } from './turn-record.js';

/** A turn as whoever looks finds it. */
export interface ListedTurn extends TurnRecord {
  readonly directory: string;
  /** `running`: its owner is at it. `abandoned`: its owner died; `recoverTurn` gives it its end. */
  readonly state: EndStatus | 'running' | 'abandoned';
}

/** All turns of a state folder, the oldest first. */
export async function listTurns(
  stateDirectory: string = defaultStateDirectory(),
): Promise<readonly ListedTurn[]> {
  const root = join(stateDirectory, 'turns');
  const turns: ListedTurn[] = [];
  for (const name of (await readdir(root).catch(() => [])).sort()) {
    const directory = join(root, name);
    const record = await readTurnRecord(directory);
    if (record !== undefined)
      turns.push({ ...record, directory, state: stateOf(record, directory) });
  }
  return turns;
}

function stateOf(record: TurnRecord, directory: string): ListedTurn['state'] {
  const end = endOf(directory);
  if (end !== undefined) return end.status;
  return ownerIsAlive(record.owner) ? 'running' : 'abandoned';
}
