import type { LinesOptions, StoredTurn } from '../store/turn-store.js';
import { unavailable } from './unavailable.js';

/**
 * A turn of this machine, read from its journal. Once others have ended it because this node was lost,
 * nobody reads on there: what the journal has from then on is no event of the turn.
 */
export function createLocalTurn(stored: StoredTurn, lost: AbortSignal): StoredTurn {
  async function* batches({ signal, ...options }: LinesOptions) {
    const either = AbortSignal.any([signal, lost]);
    for await (const batch of stored.batches({ ...options, signal: either })) {
      if (lost.aborted) break;
      yield batch;
    }
    if (lost.aborted && !signal.aborted) throw endedElsewhere();
  }
  return {
    ...stored,
    batches,
    async *lines(options) {
      for await (const { lines } of batches(options)) {
        for (const line of lines) {
          yield line;
          if (options.signal.aborted) return;
        }
      }
    },
  };
}

function endedElsewhere(): Error {
  const words =
    'This server was cut off from the others for too long, and they have ended the turn: read on with the last number that you have.';
  return unavailable(undefined, words);
}
