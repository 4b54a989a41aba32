import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Packages import each other from source here, so a test never runs against a stale build. The condition
// is named for the project: packages of others have a `source`, too, that Node can't run.
const conditions = ['dragoman-source', 'node', 'import', 'default'];
export const resolved = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};

const all = [
  'packages/*/src/**/*.test.ts',
  'examples/*/src/**/*.test.ts',
  'bench/src/**/*.test.ts',
  'scripts/**/*.test.ts',
];

/** What takes too long for every run: `vitest.deep.config.ts`. */
export const deepOnly = ['packages/*/src/**/*.deep.test.ts'];

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether to take all the versions, inputs and moments there are, instead of a few. */
    isDeep: boolean;
  }
  interface TaskMeta {
    /** How many things a test has tried, for the table of the deep run. */
    count?: number;
  }
}

/** The project of files that are not to share a process. */
const APART = 'apart';

/** Files that load modules anew or replace the streams and signals of their process: one process each. */
const apart = [
  'packages/cli/src/adding-an-agent.test.ts',
  'packages/cli/src/terminal/process-terminal.test.ts',
  'packages/sandbox/src/process/guard-exit.test.ts',
];

/**
 * In this order: first what needs nothing but a processor, while the programs that others need are being
 * installed (`prepare-tests.mjs`); then files that start slow programs again and again, those that take
 * longest first. Before them all come the files that run apart: a worker before whose next file one of
 * them is due ends, and another one loads the packages anew.
 */
const ranks = [
  /packages\/(?:agents|gateway|protocol)\/(?!.*real-usage)/,
  // Others use the layers of its image.
  /container-turn/,
  /real-usage|\/pack\.test|owner-killed|adding-an-agent|examples|exit-codes|container|\/walls\.test|opencode/,
  /law-fresh|-command|raw-turn|agent-cli|turns|-agents|-sandboxes|install-|main\.test|exec|server\/|usage-forks|login|turn-(policy|sessions|stops|walls)/,
];

/** The same order also where no run has shown yet which files are slow: none is left alone at the end. */
class Ranked extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      if (project.name === APART) return -1;
      const found = ranks.findIndex((names) => names.test(moduleId));
      return found === -1 ? ranks.length : found;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  ...resolved,
  test: {
    testTimeout: 30_000,
    // The long tests wait for child processes and sockets half of their time: more workers than cores
    // keep the cores busy.
    maxWorkers: availableParallelism() * 2,
    projects: [
      // All files of a worker share one process, because to load the packages anew takes longer than
      // most of them do: each undoes what it changes, and the next file checks that it did.
      {
        extends: true,
        test: {
          name: 'shared',
          include: all,
          exclude: [...apart, ...deepOnly],
          isolate: false,
          provide: { isDeep: false },
          setupFiles: ['scripts/suite/check-globals.mjs'],
        },
      },
      { extends: true, test: { name: APART, include: apart, provide: { isDeep: false } } },
    ],
    sequence: { sequencer: Ranked },
  },
});
