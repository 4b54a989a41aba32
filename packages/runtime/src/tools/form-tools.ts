import { formAction, formField } from '@dragoman/protocol/internal';
import { z } from 'zod';
import type { CallerTool } from './caller-tool.js';

const MOST_FAULTS = 5;

/** Shows the agent the form in a page: `{ instruction, document? }` gives `{ fields }`. */
export const getFormSnapshot: CallerTool = {
  name: 'getFormSnapshot',
  description: "Gives the fields of the form in the user's page, with their values.",
  // Made when they are asked for, here and below: most programs never do.
  get inputSchema() {
    const instruction = z.string().min(1).describe('What you are about to do with the form.');
    const document = z.string().optional().describe('Text that you work from.');
    return z.toJSONSchema(z.object({ instruction, document }));
  },
  event: 'snapshot_request',
  checkOutput: (output) => faultOf(output, z.object({ fields: z.array(formField) })),
};

/** Acts on the form in a page: `{ actions, fields }` gives `{ report }`. */
export const executeFormActions: CallerTool = {
  name: 'executeFormActions',
  description: "Fills, clicks and selects fields of the form in the user's page.",
  get inputSchema() {
    const actions = z.array(formAction).describe('What to do, in order.');
    const fields = z.array(formField).describe('The fields, as getFormSnapshot gave them.');
    return z.toJSONSchema(z.object({ actions, fields }));
  },
  event: 'execute_request',
  checkOutput(output) {
    const count = z.int().nonnegative();
    const report = z.object({ applied: count, skipped: count, warnings: z.array(z.string()) });
    return faultOf(output, z.object({ report }));
  },
};

function faultOf(output: unknown, schema: z.ZodType): string | undefined {
  const { error } = schema.safeParse(output);
  if (error === undefined) return undefined;
  const faults = error.issues.map(
    ({ path, message }) => `${path.map(String).join('.')}: ${message}`,
  );
  return `${faults.slice(0, MOST_FAULTS).join('; ')}.`;
}
