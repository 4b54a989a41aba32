import type { ToolRequestEvent } from '@dragoman/protocol';
import { formInput, formRequests } from '../mapping/form-requests.js';

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
  const form = formRequests.get(type);
  if (form === undefined) return undefined;
  const input = formInput(event, form);
  return { type: 'tool_request', requestId, tool_name: form.toolName, input };
}
