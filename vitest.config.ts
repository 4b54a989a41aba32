import { defineConfig } from 'vitest/config';

// Packages import each other from source here, so a test never runs against a stale build.
const conditions = ['source', 'node', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 30_000,
    // Most tests wait for a child process or a socket; a worker per core keeps the cores busy.
    maxWorkers: '100%',
  },
});
