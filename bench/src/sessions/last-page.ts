import { readFileSync } from 'node:fs';
import { bareLoops } from '../bare-loops.js';
import type { Measurement } from '../benchmark.js';
import { jobs } from './jobs.js';
import { memoryOf } from './memory.js';
import { compare, race } from './race.js';
import { withSessionFolder } from './session-folder.js';

const BYTES = 500_000_000;
const ROUNDS = 3;

/** The last messages of one huge session. Its text is too long for one string, so bytes are cut. */
export function lastPageOfSession(): Promise<Measurement[]> {
  return withSessionFolder(1, BYTES, async (folder) => {
    const times = await race(
      {
        cutBytes: async () => folder.paths.map((path) => bareLoops.cutBytes(readFileSync(path))),
        page: () => jobs.page(folder),
      },
      ROUNDS,
    );
    const { ratio, detail } = compare(times, 'page', ['cutBytes']);
    const what = `reading the last 50 messages of a session of ${BYTES / 1e6} MB`;
    return [
      {
        name: `${what} over a bare JSON.parse loop`,
        value: ratio,
        unit: '×',
        bar: 0.05,
        detail,
      },
      await memoryOf('page', folder, what),
    ];
  });
}
