import type { Cassette, RecordedExchange } from './cassette.js';
import { type RequestShape, shapeOfRequest } from './request-shape.js';
import { describe, shapeDifferences } from './shape-differences.js';
import type { FolderMentions } from './workspace-of.js';

/** The recorded exchange that answers a request, or words that say why there is none. */
export type PlayerAnswer =
  | { exchange: RecordedExchange; recorded: RequestShape }
  | { mismatch: string };

/** Plays a cassette for one turn: each exchange is given once. */
export interface CassettePlayer {
  take(asked: RequestShape): PlayerAnswer;
  /** How requests show the folders of the run. */
  readonly mentions: FolderMentions | undefined;
}

interface Slot {
  readonly number: number;
  readonly exchange: RecordedExchange;
  readonly shape: RequestShape;
  served: boolean;
}

/**
 * Makes a player. Of the exchanges not yet given that were asked the same thing it gives the first,
 * so that conversations that ran side by side may come in any order, and a request that was
 * recorded twice (a retry) is answered first as it was first.
 */
export function createCassettePlayer(
  cassette: Cassette,
  mentions?: FolderMentions,
): CassettePlayer {
  const slots: Slot[] = cassette.exchanges.map((exchange, index) => ({
    number: index + 1,
    exchange,
    shape: shapeOfRequest(exchange, mentions),
    served: false,
  }));

  return {
    mentions,
    take(asked) {
      const ranked = slots
        .map((slot) => ({ slot, differences: shapeDifferences(asked, slot.shape) }))
        .map((entry) => ({ ...entry, distance: total(entry.differences) }))
        .toSorted((left, right) => left.distance - right.distance);
      const match = ranked.find(
        ({ slot, differences }) => !slot.served && !differences.some(({ decisive }) => decisive),
      );
      if (match !== undefined) {
        match.slot.served = true;
        return { exchange: match.slot.exchange, recorded: match.slot.shape };
      }
      const [nearest] = ranked;
      return { mismatch: explain(asked, nearest?.slot, nearest?.differences ?? []) };
    },
  };
}

function total(differences: readonly { weight: number }[]): number {
  return differences.reduce((sum, { weight }) => sum + weight, 0);
}

function explain(
  asked: RequestShape,
  nearest: Slot | undefined,
  differences: readonly { words: string; decisive: boolean }[],
): string {
  const count = asked.steps.length;
  const end = count === 0 ? '' : ` of ${count} steps, the last ${describe(asked.steps.at(-1))}`;
  const unknown = `The cassette has no answer to this ${asked.endpoint}${end}.`;
  if (nearest === undefined) return `${unknown} It is empty.`;
  const reasons = differences.filter(({ decisive }) => decisive).map(({ words }) => words);
  if (reasons.length === 0) {
    return `${unknown} Nearest is exchange ${nearest.number}, which asks the same but was already played.`;
  }
  return `${unknown} Nearest is exchange ${nearest.number}: ${reasons.join('; ')}.`;
}
