import type { CallerRequest } from './caller-request.js';
import { formInput, formRequests } from './form-requests.js';

/** A call of one of the caller's tools. */
export interface RequestedCall {
  readonly requestId: string;
  readonly toolName: string;
  readonly input: unknown;
}

/** The call that a request is, whatever event tells of it. */
export function requestedCall(event: CallerRequest): RequestedCall {
  const { requestId } = event;
  if (event.type === 'tool_request') {
    return { requestId, toolName: event.tool_name, input: event.input ?? {} };
  }
  const form = formRequests.get(event.type);
  if (form === undefined) return { requestId, toolName: event.type, input: {} };
  return { requestId, toolName: form.toolName, input: formInput(event, form) };
}
