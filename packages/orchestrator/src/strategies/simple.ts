import { z } from 'zod';
import { defineStrategy } from './strategy.js';
import { NoViableCandidates } from './strategy-errors.js';
import { verifyFailure } from './verify-failure.js';

/** One agent, one task. */
export const simple = defineStrategy({
  name: 'simple',
  params: z.strictObject({
    /** A command that must succeed on the work. */
    verify: z.string().min(1).optional(),
  }),
  async run(ctx, { prompt, base, params: { verify } }) {
    const result = await ctx.wait(await ctx.run({ prompt, base }, { key: ctx.key('gen') }));
    if (verify !== undefined && result.hasChanges) {
      const verified = await ctx.verify(result, verify);
      if (!verified.passed) throw new NoViableCandidates(verifyFailure(verify, verified));
    }
    return ctx.select(result, { reason: 'only', ranking: [result] });
  },
});
