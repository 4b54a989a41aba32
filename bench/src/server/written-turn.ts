import { join } from 'node:path';
import type { DragomanEvent } from '@dragoman/protocol';
import { newTurnId } from '@dragoman/runtime';
import { openJournal, type TurnRecord } from '@dragoman/runtime/internal';
import { makeFolder, thisOwner, writeJsonFile } from '@dragoman/sandbox';
import { createFilesTurnStore, type TurnEntry } from '@dragoman/server';

/** A turn that this process writes at its own pace, as a server finds those of another process. */
export interface WrittenTurn {
  readonly id: string;
  readonly directory: string;
  readonly entry: TurnEntry;
  write(events: DragomanEvent | readonly DragomanEvent[]): void;
  end(): void;
}

export function createWrittenTurn(stateDirectory: string): WrittenTurn {
  const id = newTurnId();
  const directory = join(stateDirectory, 'turns', id);
  makeFolder(directory);
  const createdAt = new Date().toISOString();
  const entry = { id, client: 'local', agent: 'codex', workspace: 'app', createdAt };
  const record: TurnRecord = {
    id,
    labels: { ...createFilesTurnStore(stateDirectory).labels(entry) },
    createdAt,
    owner: thisOwner(),
    workspace: stateDirectory,
    stateDirectory,
    runDirectory: directory,
    home: directory,
    homeIsNew: false,
    sandbox: 'process',
  };
  const journal = openJournal(directory);
  writeJsonFile(join(directory, 'turn.json'), record);
  return {
    id,
    directory,
    entry,
    write: (events) => void journal.append(events),
    end() {
      journal.appendEnd({ status: 'success', exit_code: 0 });
      journal.close();
    },
  };
}

/** A piece of what an agent says. */
export function said(content: string): DragomanEvent {
  return { type: 'message', role: 'assistant', content, delta: true };
}
