import { defineConfig } from 'vitest/config';

// Packages import each other from source here, so a test never runs against a stale build. The condition
// has a name of our own: packages of others have a `source`, too, that Node can't run.
const conditions = ['dragoman-source', 'node', 'import', 'default'];

/** Their tests change nothing that is shared, so several files may run in one world: half the time. */
const withoutState = ['protocol', 'agents', 'gateway'].map(
  (name) => `packages/${name}/src/**/*.test.ts`,
);

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    testTimeout: 30_000,
    // Most tests wait for a child process or a socket; a worker per core keeps the cores busy.
    maxWorkers: '100%',
    projects: [
      { extends: true, test: { name: 'shared', include: withoutState, isolate: false } },
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: withoutState,
        },
      },
    ],
  },
});
