import type { TokenCounts } from '@dragoman/gateway';
import type { FinishedTurn, TurnReply } from '../run-scenario.js';
import type { SessionViews } from './session-views.js';
import { isInRange, type VersionRange } from './view-gap.js';

/** A reply of the model of which a CLI neither prints nor saves what it used. */
export interface UncountedReply extends VersionRange {
  /** Which reply: "the summary" of "What the summary used is in neither view". */
  readonly what: string;
  /** Whether a CLI counts it in some runs, as chance has it. */
  readonly isChance?: true;
  /** Whether a CLI counts what it wrote by an estimate, instead of what the model had reported by then. */
  readonly isEstimate?: true;
  /** How many there are in a run, or what they reported, where that isn't what every reply does. */
  readonly in: (run: UncountedEvidence) => number | readonly TokenCounts[];
}

/** What shows how many replies nobody counted. */
export interface UncountedEvidence {
  readonly turns: readonly Pick<FinishedTurn, 'isInterrupted' | 'stdout'>[];
  readonly sessions: readonly {
    readonly views: SessionViews;
    /** All that was saved of it. */
    readonly text: string;
  }[];
  readonly replies: readonly TurnReply[];
}

type Counts = Pick<TokenCounts, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>;

const NOTHING: Counts = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

/** What the replies of a run used that neither view of a version counts. */
export interface Uncounted {
  readonly surely: Counts;
  /** What each reply used that chance may leave out, too. */
  readonly perhaps: readonly Counts[];
  /** How many tokens of output estimates add at most: no part of a reply has more than a whole one. */
  readonly estimated: number;
}

export function countUncounted(
  replies: readonly UncountedReply[],
  version: string,
  { usual, ...run }: UncountedEvidence & { readonly usual: Counts },
): Uncounted {
  const found = replies
    .filter((reply) => isInRange(reply, version))
    .flatMap(({ isChance, isEstimate, in: repliesIn }) => {
      const lacking = repliesIn(run);
      const each =
        typeof lacking === 'number' ? Array.from({ length: lacking }, () => usual) : lacking;
      return each.map((counts: Counts) => ({ isChance, isEstimate, counts }));
    });
  const lacking = found.filter(({ isEstimate }) => !isEstimate);
  const surely = lacking.filter(({ isChance }) => !isChance).map(({ counts }) => counts);
  const perhaps = lacking.filter(({ isChance }) => isChance).map(({ counts }) => counts);
  const estimated = (found.length - lacking.length) * usual.outputTokens;
  return { surely: surely.reduce(add, NOTHING), perhaps, estimated };
}

/** What may be lacking: what surely is, and with it none, one, two and so on of the others. */
export function possibleSums({ surely, perhaps }: Uncounted): readonly Counts[] {
  return [surely, ...perhaps.map((_, index) => perhaps.slice(0, index + 1).reduce(add, surely))];
}

function add(sum: Counts, one: Counts): Counts {
  return {
    inputTokens: sum.inputTokens + one.inputTokens,
    cachedInputTokens: sum.cachedInputTokens + one.cachedInputTokens,
    outputTokens: sum.outputTokens + one.outputTokens,
  };
}

/** Whether a text names a reply. What the reply that is tried again has is longer. */
export function namesReply(text: string, tag: string): boolean {
  const pieces = text.split(tag);
  return pieces.slice(1).some((rest) => !/^[-\d]/.test(rest));
}
