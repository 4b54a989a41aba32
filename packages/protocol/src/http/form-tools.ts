import { z } from 'zod';
import { formAction, formField } from '../event/relay-events.js';
import { listOf } from '../json/list-of.js';
import type { JsonObject } from '../json/parse-json.js';
import type { ToolDefinition } from './start-turn-body.js';

/** A tool for the form in a user's page: what the agent reads about it, and what an answer must be. */
export interface FormTool {
  readonly name: string;
  readonly description: string;
  readonly event: 'snapshot_request' | 'execute_request';
  /** As JSON Schema. Made when it is asked for, as is `output`: most programs never do. */
  readonly inputSchema: JsonObject;
  readonly output: z.ZodType;
}

/** Shows the agent the form in a page: `{ instruction, document? }` gives `{ fields }`. */
const getFormSnapshot: FormTool = {
  name: 'getFormSnapshot',
  description: "Gives the fields of the form in the user's page, with their values.",
  event: 'snapshot_request',
  get inputSchema() {
    const instruction = z.string().min(1).describe('What you are about to do with the form.');
    const document = z.string().optional().describe('Text that you work from.');
    return { ...z.toJSONSchema(z.object({ instruction, document })) };
  },
  get output() {
    return z.object({ fields: listOf(formField) });
  },
};

/** Acts on the form in a page: `{ actions, fields }` gives `{ report }`. */
const executeFormActions: FormTool = {
  name: 'executeFormActions',
  description: "Fills, clicks and selects fields of the form in the user's page.",
  event: 'execute_request',
  get inputSchema() {
    const actions = listOf(formAction).describe('What to do, in order.');
    const fields = listOf(formField).describe('The fields, as getFormSnapshot gave them.');
    return { ...z.toJSONSchema(z.object({ actions, fields })) };
  },
  get output() {
    const count = z.int().nonnegative();
    const report = z.object({ applied: count, skipped: count, warnings: listOf(z.string()) });
    return z.object({ report });
  },
};

export const formTools = { getFormSnapshot, executeFormActions } as const;

export const formToolNames: readonly string[] = Object.values(formTools).map(({ name }) => name);

/** Both form tools, as a client offers them to an agent. */
export function formToolDefinitions(): readonly ToolDefinition[] {
  return Object.values(formTools).map(({ name, description, event, inputSchema }) => ({
    ...{ name, description, event, input_schema: inputSchema },
  }));
}

/** The form tool whose calls become this event. */
export function formToolOf(event: string | undefined): FormTool | undefined {
  return Object.values(formTools).find((tool) => tool.event === event);
}

const MOST_FAULTS = 5;

/** Says what is wrong with the output of a form tool. */
export function formOutputFault({ output }: FormTool, given: unknown): string | undefined {
  const { error } = output.safeParse(given);
  if (error === undefined) return undefined;
  const faults = error.issues.map(
    ({ path, message }) => `${path.map(String).join('.')}: ${message}`,
  );
  return `${faults.slice(0, MOST_FAULTS).join('; ')}.`;
}
