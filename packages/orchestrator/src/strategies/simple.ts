import { z } from 'zod';
import { defineStrategy } from './strategy.js';

/** One agent, one task. */
export const simple = defineStrategy({
  name: 'simple',
  params: z.strictObject({}),
  async run(ctx, { prompt, base }) {
    const result = await ctx.wait(await ctx.run({ prompt, base }, { key: ctx.key('gen') }));
    return ctx.select(result, { reason: 'only', ranking: [result] });
  },
});
