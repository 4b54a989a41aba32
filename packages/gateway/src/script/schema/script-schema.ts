import { isJsonObject } from '@dragoman/protocol';
import { z } from 'zod';
import type { Script, ScriptUsage, Step } from '../script.js';
import { ACTION_NAMES, actionSchema } from './action-schema.js';
import { faultSchema, milliseconds } from './fault-schema.js';
import { chosen } from './one-of.js';
import { strictKeys } from './strict-keys.js';

const count = z.number().int().min(0).exactOptional();
const usage = strictKeys({
  input: count,
  cached: count,
  output: count,
  reasoning: count,
}).default({});

const stepObject = strictKeys({
  actions: z.array(actionSchema).exactOptional(),
  usage,
  delay: milliseconds.default(0),
  pace: milliseconds.default(0),
  times: z.number().int().min(1).default(1),
  stop: z.enum(['limit', 'refusal', 'call']).exactOptional(),
  fault: faultSchema.exactOptional(),
}).refine((step) => step.actions !== undefined || step.fault !== undefined, {
  error: 'a step has actions, a fault, or both',
});

const STEP_KEYS = Object.keys(stepObject.shape);
const PLAIN_STEP = { usage: {}, delay: 0, pace: 0, times: 1 };

const actionList = z.array(actionSchema).transform((actions) => ({ ...PLAIN_STEP, actions }));
const singleAction = actionSchema.transform((action) => ({ ...PLAIN_STEP, actions: [action] }));

/** A step is written as a list of actions, as one action, or as an object with more to say. */
const stepSchema = chosen((value) => {
  if (Array.isArray(value)) return actionList;
  const keys = isJsonObject(value) ? Object.keys(value) : [];
  const more = keys.find((key) => STEP_KEYS.includes(key));
  if (more === undefined) return singleAction;
  const action = keys.find((key) => ACTION_NAMES.includes(key));
  if (action === undefined) return stepObject;
  return `an action stands alone; beside "${more}" it goes under "actions": actions: [{ ${action}: … }]`;
});

/** What a person writes, and what it means. */
export const scriptSchema = strictKeys({
  name: z.string().min(1).default('script'),
  usage,
  steps: z.array(stepSchema),
  aside: z.string().default('A scripted session'),
}).transform((written, context): Script => {
  const general = { input: 0, cached: 0, output: 0, reasoning: 0, ...written.usage };
  checkUsage(general, ['usage'], context);
  const steps = written.steps.map((step, index): Step => {
    const own = { ...general, ...step.usage };
    if (Object.keys(step.usage).length > 0) checkUsage(own, ['steps', index, 'usage'], context);
    return { ...step, usage: own };
  });
  return { ...written, steps, usage: general };
});

/** A script as it is written, in TypeScript or in a file. */
export type WrittenScript = z.input<typeof scriptSchema>;

const PARTS = [
  ['cached', 'input'],
  ['reasoning', 'output'],
] as const;

function checkUsage(
  figures: ScriptUsage,
  path: (string | number)[],
  context: z.RefinementCtx,
): void {
  for (const [part, whole] of PARTS) {
    if (figures[part] <= figures[whole]) continue;
    const message = `${part} (${figures[part]}) is a part of ${whole} (${figures[whole]}) and cannot be more`;
    context.addIssue({ code: 'custom', message, path });
  }
}
