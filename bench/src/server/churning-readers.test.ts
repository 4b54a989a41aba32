import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { churnReaders } from './churning-readers.js';
import { withServer } from './server-fixture.js';
import { readPaced } from './stalled-reader.js';

const MEGABYTE = 1e6;

test(
  'readers that drop and return at random miss nothing, and one that stalls costs little',
  () =>
    withServer({ steps: [{ run: 'seq 1 50' }, { say: 'It has counted.' }] }, async (served) => {
      const churn = { turns: 10, scripted: 1, scriptedAtOnce: 1, readers: 50, growMs: 2000 };
      const { drops, events, ...faults } = await churnReaders(
        { urls: [served.server.url], stateDirectory: served.stateDirectory },
        churn,
      );
      expect(faults).toEqual({ lost: 0, twice: 0, outOfOrder: 0, changed: 0 });
      expect(drops).toBeGreaterThan(10);
      expect(events).toBeGreaterThan(100);

      // More than the buffers of its connection take.
      const paced = { readers: 3, events: 400, paceMs: 2, length: 40_000 };
      const without = await readPaced(served, paced, false);
      const stalled = await readPaced(served, paced, true);
      expect(stalled.late).toBe(402);
      expect(stalled.held - without.held).toBeLessThan(5 * MEGABYTE);
    }),
  INSTALL_TIMEOUT_MS,
);
