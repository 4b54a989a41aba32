import type { ToolRequestEvent } from '@dragoman/protocol';

/** The tools of the caller that have an event of their own, with what of the event is their input. */
const FORM_TOOLS: Readonly<Record<string, { name: string; fields: readonly string[] }>> = {
  snapshot_request: { name: 'getFormSnapshot', fields: ['instruction', 'document'] },
  execute_request: { name: 'executeFormActions', fields: ['actions', 'fields'] },
};

/**
 * The request that an event is, if it is one. Its input is passed on as it came: the tool has a schema
 * for it and says better than we could what is wrong with it.
 */
export function readRequest(event: Record<string, unknown>): ToolRequestEvent | undefined {
  const { type, requestId, tool_name } = event;
  if (typeof type !== 'string' || typeof requestId !== 'string' || requestId === '') {
    return undefined;
  }
  if (type === 'tool_request' && typeof tool_name === 'string') {
    return { type, requestId, tool_name, input: event.input };
  }
  const tool = Object.hasOwn(FORM_TOOLS, type) ? FORM_TOOLS[type] : undefined;
  if (tool === undefined) return undefined;
  const input = Object.fromEntries(
    tool.fields.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])),
  );
  return { type: 'tool_request', requestId, tool_name: tool.name, input };
}
