import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Packages import each other from source here, so a test never runs against a stale build. The condition
// has a name of our own: packages of others have a `source`, too, that Node can't run.
const conditions = ['dragoman-source', 'node', 'import', 'default'];

const all = ['packages/*/src/**/*.test.ts', 'examples/*/src/**/*.test.ts', 'scripts/**/*.test.ts'];

/** What takes too long for every run: `npm run test:deep`. */
const deep = ['packages/*/src/**/*.deep.test.ts'];

/**
 * Files that replace something of the process they run in (timers, signals, streams, modules), or
 * break what it works with: each has a world of its own.
 */
const apart = [
  'packages/agents/src/sessions/list-sessions.test.ts',
  'packages/ai-sdk/src/steps.test.ts',
  'packages/cli/src/adding-an-agent.test.ts',
  'packages/cli/src/terminal/process-terminal.test.ts',
  'packages/runtime/src/journal/*.test.ts',
  'packages/runtime/src/limits/turn-timers.test.ts',
  'packages/runtime/src/tools/tool-requests.test.ts',
  'packages/runtime/src/turn/stop-control.test.ts',
  'packages/sandbox/src/process/guard-exit.test.ts',
  'packages/sandbox/src/process/start-timer.test.ts',
];

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
    testTimeout: 30_000,
    // Most tests wait for a child process or a socket; a worker per core keeps the cores busy.
    maxWorkers: '100%',
    projects: [
      // All files of a worker share one world, because to load the packages anew takes longer than
      // most of them do: each undoes what it changes, such as the environment.
      {
        extends: true,
        test: { name: 'shared', include: all, exclude: [...apart, ...deep], isolate: false },
      },
      { extends: true, test: { name: 'apart', include: apart } },
      { extends: true, test: { name: 'deep', include: deep } },
    ],
    sequence: { sequencer: SlowFirst },
  },
});
