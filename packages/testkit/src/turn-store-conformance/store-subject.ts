import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnStore } from '@dragoman/server';
import { createTurnFixture, type TurnFixture } from '../turn-fixture.js';

/** A store of turns that is to show that it keeps the contract. */
export interface StoreSubject {
  /**
   * A store for the turns that are conducted in a state folder. Those of one `name` see the same turns,
   * conversations and starts.
   */
  open(stateDirectory: string, name: string): TurnStore;
  /**
   * Whether stores of different state folders see the same, as on different machines. Then the suite has
   * its second store in another folder, and what only the machine of a turn has is refused there.
   */
  readonly sharesAcrossFolders?: boolean | undefined;
  /** Drops the first events of a turn that has ended, as far as readers at the second store can have them. */
  dropEvents(dropped: DroppedEvents): Promise<void>;
}

export interface DroppedEvents {
  readonly stateDirectory: string;
  readonly name: string;
  readonly turnId: string;
  /** The first event that is left. */
  readonly first: number;
}

/** One sentence of the contract, and how it is found out whether it is true. */
export interface StoreCase {
  readonly name: string;
  /** Rejects when it is not. */
  check(subject: StoreSubject): Promise<void>;
}

export interface StoreFixture extends TurnFixture {
  readonly store: TurnStore;
  /** Another store of the same turns, as another process has it. */
  readonly other: TurnStore;
  /** Whether the other one is that of another machine. */
  readonly isApart: boolean;
  dropEvents(turnId: string, first: number): Promise<void>;
}

/** Two stores of the same turns, of which nothing is kept. */
export async function withStores(
  subject: StoreSubject,
  work: (fixture: StoreFixture) => Promise<void>,
): Promise<void> {
  const turns = await createTurnFixture();
  const { stateDirectory } = turns;
  const isApart = subject.sharesAcrossFolders === true;
  const otherDirectory = isApart ? join(stateDirectory, '..', 'elsewhere') : stateDirectory;
  await mkdir(otherDirectory, { recursive: true, mode: 0o700 });
  const store = subject.open(stateDirectory, stateDirectory);
  const other = subject.open(otherDirectory, stateDirectory);
  try {
    await Promise.all([store.recover(), other.recover()]);
    const dropEvents = (turnId: string, first: number) =>
      subject.dropEvents({ stateDirectory, name: stateDirectory, turnId, first });
    await work({ ...turns, store, other, isApart, dropEvents });
  } finally {
    await Promise.all([store.close(), other.close()]);
    await turns.remove();
  }
}
