import type { TurnStore } from '@dragoman/server';
import { createTurnFixture, type TurnFixture } from '../turn-fixture.js';

/** A store of turns that is to show that it keeps the contract. */
export interface StoreSubject {
  /** A store for the turns of this state folder. Several of one folder see the same. */
  open(stateDirectory: string): TurnStore;
}

/** One sentence of the contract, and how it is found out whether it is true. */
export interface StoreCase {
  readonly name: string;
  /** Rejects when it is not. */
  check(subject: StoreSubject): Promise<void>;
}

export interface StoreFixture extends TurnFixture {
  readonly store: TurnStore;
  /** Another store of the same folder, as another process has it. */
  readonly other: TurnStore;
}

/** Two stores of one new state folder, of which nothing is kept. */
export async function withStores(
  subject: StoreSubject,
  work: (fixture: StoreFixture) => Promise<void>,
): Promise<void> {
  const turns = await createTurnFixture();
  const [store, other] = [subject.open(turns.stateDirectory), subject.open(turns.stateDirectory)];
  try {
    await work({ ...turns, store, other });
  } finally {
    await Promise.all([store.close(), other.close()]);
    await turns.remove();
  }
}
