import { type DragomanEvent, type JsonObject, parseEvent } from '@dragoman/protocol';
import type { CallerTool } from './caller-tool.js';

/** A call of a tool as its event, or what is wrong with its input. */
type RequestEvent =
  | { readonly ok: true; readonly event: DragomanEvent }
  | { readonly ok: false; readonly why: string };

type RequestType = NonNullable<CallerTool['event']>;

/** The fields of each event, from the input of a call. */
const FIELDS: Readonly<Record<RequestType, (tool: CallerTool, input: JsonObject) => JsonObject>> = {
  tool_request: ({ name }, input) => ({ tool_name: name, input }),
  snapshot_request: (_tool, { instruction, document }) => ({
    instruction,
    ...(document !== undefined && { document }),
  }),
  execute_request: (_tool, { actions, fields }) => ({ actions, fields }),
};

/** @param approval of a tool that needs one: whether it is asked for or given */
export function requestEvent(
  tool: CallerTool,
  requestId: string,
  input: JsonObject,
  approval?: 'requested' | 'granted',
): RequestEvent {
  const type = tool.event ?? 'tool_request';
  const fields = { ...FIELDS[type](tool, input), ...(approval !== undefined && { approval }) };
  const parsed = parseEvent({ type, requestId, ...fields });
  if (parsed.ok) return parsed;
  const issues = parsed.reason === 'invalid' ? parsed.issues : [parsed.reason];
  return { ok: false, why: `The input of ${tool.name} is not valid: ${issues.join('; ')}.` };
}
