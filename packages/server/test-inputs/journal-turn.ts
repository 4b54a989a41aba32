import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '@dragoman/runtime/internal';
import { thisOwner, writeJsonFile } from '@dragoman/sandbox';
import { createFileTurn } from '../src/store/file-turn.js';
import type { StoredTurn } from '../src/store/turn-store.js';

/** A journal that a test writes, and its turn as readers see it. */
export interface JournalTurn {
  readonly turn: StoredTurn;
  readonly directory: string;
  /** How many times the journal was opened to be read. */
  readonly readings: number;
  write(count: number, content?: string): void;
  end(): void;
  remove(): Promise<void>;
}

/** The events are the journal's own; no agent is needed to read them. */
export async function createJournalTurn(): Promise<JournalTurn> {
  const directory = await mkdtemp(join(tmpdir(), 'dragoman-delivery-'));
  const journal = openJournal(directory);
  const createdAt = new Date(0).toISOString();
  const entry = { id: 'turn', client: 'ada', agent: 'codex', workspace: 'app', createdAt };
  const record = {
    id: entry.id,
    createdAt,
    owner: thisOwner(),
    workspace: directory,
    stateDirectory: directory,
    runDirectory: directory,
    home: directory,
    homeIsNew: false,
    sandbox: 'process',
  };
  writeJsonFile(join(directory, 'turn.json'), record);
  const turn = createFileTurn({ entry, directory });
  let readings = 0;
  return {
    turn: {
      ...turn,
      batches(options) {
        readings += 1;
        return turn.batches(options);
      },
    },
    directory,
    get readings() {
      return readings;
    },
    write(count, content = 'a piece of text') {
      for (let index = 0; index < count; index += 1) {
        journal.append({ type: 'message', role: 'assistant', content, delta: false });
      }
    },
    end: () => void journal.appendEnd({ status: 'success', exit_code: 0 }),
    async remove() {
      journal.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
