import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Packages import each other from source here, so a test never runs against a stale build. The condition
// has a name of our own: packages of others have a `source`, too, that Node can't run.
const conditions = ['dragoman-source', 'node', 'import', 'default'];

/** Files that start slow programs again and again. */
const slow =
  /law-fresh|-command|raw-turn|agent-cli|turns|-agents|-sandboxes|install-agent|main\.test|examples/;

/** The slow ones first, also where no run has shown yet which they are: none is left alone at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'examples/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 30_000,
    // Most tests wait for a child process or a socket; a worker per core keeps the cores busy.
    maxWorkers: '100%',
    // All files of a worker share one world, because to load the packages anew takes longer than most
    // of them do: each undoes what it changes (the environment, timers, spies, mocked modules).
    isolate: false,
    sequence: { sequencer: SlowFirst },
  },
});
