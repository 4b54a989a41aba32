import { isJsonObject } from '@dragoman/protocol';
import { type CallerTool, executeFormActions, getFormSnapshot } from '@dragoman/runtime';

const FORM_TOOLS: ReadonlyMap<string, CallerTool> = new Map(
  [getFormSnapshot, executeFormActions].map((tool) => [tool.name, tool]),
);

/**
 * The event that tells of a call, where the tool is one of those for forms. A tool that only has the
 * name of one, and takes another input, is none.
 */
export function formEvent(name: string, inputSchema: unknown): CallerTool['event'] {
  const tool = FORM_TOOLS.get(name);
  if (tool === undefined || fieldsOf(inputSchema) !== fieldsOf(tool.inputSchema)) return undefined;
  return tool.event;
}

function fieldsOf(schema: unknown): string {
  const properties = isJsonObject(schema) ? schema.properties : undefined;
  return isJsonObject(properties) ? Object.keys(properties).sort().join() : '';
}
