import { defineConfig } from 'vitest/config';
import { deepRows } from './scripts/suite/deep-rows.mjs';
import { deepOnly, resolved } from './vitest.config.js';

/** `npm run test:deep`: the same tests with all there is instead of a part, and one table of it. */
export default defineConfig({
  ...resolved,
  test: {
    include: [...deepOnly, ...deepRows.flatMap(({ files }) => files)],
    provide: { isDeep: true },
    testTimeout: 60_000,
    maxWorkers: '100%',
    reporters: ['./scripts/suite/deep-table.mjs'],
  },
});
