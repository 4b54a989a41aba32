import type { Measurement } from '../benchmark.js';
import { jobs } from './jobs.js';
import { bareWays } from './loading.js';
import { memoryOf } from './memory.js';
import { compare, race } from './race.js';
import { withSessionFolder } from './session-folder.js';

const FILES = 1000;
const BYTES_EACH = 300_000;
const ROUNDS = 5;

/** Who, what and when of many sessions, from the ends of their files. */
export function listingSessions(): Promise<Measurement[]> {
  return withSessionFolder(FILES, BYTES_EACH, async (folder) => {
    const times = await race({ ...bareWays(folder), list: () => jobs.list(folder) }, ROUNDS);
    const { ratio, detail } = compare(times, 'list', ['cutBytes', 'cutText']);
    const what = `listing ${FILES} sessions of ${BYTES_EACH / 1e3} KB`;
    return [
      {
        name: `${what} over a bare JSON.parse loop`,
        value: ratio,
        unit: '×',
        bar: 0.1,
        detail,
      },
      await memoryOf('list', folder, what),
    ];
  });
}
