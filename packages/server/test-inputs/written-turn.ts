import { join } from 'node:path';
import { newTurnId } from '@dragoman/runtime';
import { openJournal, type TurnRecord } from '@dragoman/runtime/internal';
import { makeFolder, thisOwner, writeJsonFile } from '@dragoman/sandbox';
import { labelsOf } from '../src/store/turn-labels.js';
import type { TurnEntry } from '../src/store/turn-store.js';

/** A turn that a test writes into a state folder, as a server finds those of another process. */
export interface WrittenTurn {
  readonly id: string;
  readonly directory: string;
  /** Writes other fields of its record. */
  note(fields: Partial<TurnRecord>): void;
}

export interface WrittenTurnOptions {
  readonly client?: string;
  readonly conversation?: string;
  readonly record?: Partial<TurnRecord>;
  /** Whether its journal has an end. Default: true. */
  readonly isOver?: boolean;
}

export function writeTurn(stateDirectory: string, options: WrittenTurnOptions = {}): WrittenTurn {
  const { client = 'local', conversation, isOver = true } = options;
  const id = newTurnId();
  const directory = join(stateDirectory, 'turns', id);
  makeFolder(directory);
  const createdAt = new Date().toISOString();
  const entry: TurnEntry = {
    ...{ id, client, agent: 'codex', workspace: 'app', createdAt },
    ...(conversation !== undefined && { conversation }),
  };
  const record: TurnRecord = {
    id,
    labels: { ...labelsOf(entry) },
    createdAt,
    owner: thisOwner(),
    workspace: stateDirectory,
    stateDirectory,
    runDirectory: directory,
    home: directory,
    homeIsNew: false,
    sandbox: 'process',
    ...options.record,
  };
  const note = (fields: Partial<TurnRecord>): void =>
    writeJsonFile(join(directory, 'turn.json'), { ...record, ...fields });
  note({});
  const journal = openJournal(directory);
  journal.append({ type: 'message', role: 'assistant', content: 'Hello.', delta: false });
  if (isOver) journal.appendEnd({ status: 'success', exit_code: 0 });
  journal.close();
  return { id, directory, note };
}
