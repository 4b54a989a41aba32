import type { Judged } from './judge.js';

export const TIE_BREAKERS = ['first', 'random', 'smallest_diff', 'verify'] as const;

export type TieBreaker = (typeof TIE_BREAKERS)[number];

export interface Ranking {
  /** The best first. */
  readonly ranked: readonly Judged[];
  /** Why the first of them is the first. */
  readonly reason: string;
}

/**
 * Orders candidates: those that passed before those that failed, then by score, then as ties are broken.
 *
 * @param candidates in the order of their numbers
 */
export function rank(
  candidates: readonly Judged[],
  tieBreaker: TieBreaker,
  rand: () => number,
): Ranking {
  const lots = new Map(candidates.map((one) => [one, tieBreaker === 'random' ? rand() : 0]));
  const byTie = (one: Judged, other: Judged): number => {
    if (tieBreaker === 'random') return (lots.get(one) ?? 0) - (lots.get(other) ?? 0);
    if (tieBreaker === 'smallest_diff') return changedLines(one) - changedLines(other);
    if (tieBreaker === 'verify') return verifyTime(one) - verifyTime(other);
    return 0;
  };
  const ranked = [...candidates].sort(
    (one, other) =>
      passes(other) - passes(one) || scoreOf(other) - scoreOf(one) || byTie(one, other),
  );
  return { ranked, reason: reasonOf(ranked, tieBreaker) };
}

function reasonOf([first, second]: readonly Judged[], tieBreaker: TieBreaker): string {
  if (first === undefined || second === undefined) return 'only';
  if (passes(first) > passes(second)) return 'verified';
  if (scoreOf(first) > scoreOf(second)) return 'score';
  if (first.score === undefined && tieBreaker === 'first') return 'first_success_no_scores';
  return `tie_${tieBreaker}`;
}

/** One that wasn't checked is between one that passed and one that failed. */
function passes({ verified }: Judged): number {
  if (verified === undefined) return 0;
  return verified.passed ? 1 : -1;
}

function scoreOf({ score }: Judged): number {
  return score ?? -1;
}

function changedLines({ result }: Judged): number {
  return result.stats.insertions + result.stats.deletions;
}

function verifyTime({ verified }: Judged): number {
  return verified?.durationMs ?? Number.POSITIVE_INFINITY;
}
