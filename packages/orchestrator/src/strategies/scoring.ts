import { z } from 'zod';
import { makeCandidate, scoringParams } from './candidate.js';
import { defineStrategy } from './strategy.js';
import { NoViableCandidates } from './strategy-errors.js';
import { verifyFailure } from './verify-failure.js';

/** One agent, whose work is checked and judged. */
export const scoring = defineStrategy({
  name: 'scoring',
  params: z.strictObject(scoringParams),
  async run(ctx, { prompt, base, params }) {
    const { result, verified, score } = await makeCandidate(ctx, { prompt, base }, params);
    if (verified?.passed === false) {
      throw new NoViableCandidates(verifyFailure(params.verify ?? '', verified));
    }
    const { fail_below: least } = params;
    if (least !== undefined && (score === undefined || score < least)) {
      const words = score === undefined ? 'no score' : `the score ${Math.round(score)}`;
      throw new NoViableCandidates(
        `The work got ${words}, and ${least} is the least that was asked for. Its branch is kept.`,
      );
    }
    return ctx.select(result, {
      reason: score === undefined ? 'only' : 'score',
      ranking: [result],
    });
  },
});
