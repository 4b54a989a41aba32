import { createTurnFixture, requireProgram, type TurnFixture } from '@dragoman/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';

interface FixtureNeeds {
  /** Its turns run in bubblewrap, too. */
  readonly bubblewrap?: boolean;
}

/** One fixture for all turns of a file, of which nothing is left at its end. */
export function fixtureOfFile(needs: FixtureNeeds = {}): TurnFixture {
  const { fixture, make, end } = createFixtureSlot(needs);
  beforeAll(make);
  afterAll(end);
  return fixture;
}

/** A new fixture for each test of a file, whose turns leave nothing. */
export function fixtureOfEachTest(needs: FixtureNeeds = {}): TurnFixture {
  const { fixture, make, end } = createFixtureSlot(needs);
  beforeEach(make);
  afterEach(end);
  return fixture;
}

/** Stands for the fixture that there is at the time. */
function createFixtureSlot({ bubblewrap = false }: FixtureNeeds) {
  let made: TurnFixture | undefined;
  const current = (): TurnFixture => {
    if (made === undefined) throw new Error('There is a fixture only while tests run.');
    return made;
  };
  const fixture: TurnFixture = {
    get workspace() {
      return current().workspace;
    },
    get stateDirectory() {
      return current().stateDirectory;
    },
    start: (turn) => current().start(turn),
    run: (turn) => current().run(turn),
    written: () => current().written(),
    processes: (name) => current().processes(name),
    remains: () => current().remains(),
    remove: () => current().remove(),
  };
  return {
    fixture,
    make: async () => {
      if (bubblewrap) await requireProgram('bwrap', 'bubblewrap');
      made = await createTurnFixture();
    },
    end: async () => {
      expect(await fixture.remains()).toEqual([]);
      await fixture.remove();
    },
  };
}
