import { z } from 'zod';
import { budgetSchema } from './budget.js';
import { policySchema } from './policy/turn-policy.js';

/** What is wrong with an upstream is said when it is opened; here only that nothing is misspelt. */
const anything = z.unknown().optional();
const upstream = z.strictObject({ baseUrl: anything, key: anything }).optional();

const callable = z.custom((value) => typeof value === 'function', 'expected a function');

/** What a forward gateway may be started with. A misspelt option would be a door left open. */
export const gatewaySchema = z.strictObject({
  listen: anything,
  upstreams: z.strictObject({ openai: upstream, anthropic: upstream, gemini: upstream }),
  allowedPaths: z.array(z.instanceof(RegExp)).optional(),
  log: callable.optional(),
});

/** What a turn may be admitted with. */
export const turnSchema = z.strictObject({
  budget: budgetSchema.optional(),
  policy: policySchema.optional(),
  record: z.looseObject({ begin: callable }).optional(),
});
