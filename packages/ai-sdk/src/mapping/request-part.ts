import type { ModelPart } from './model-part.js';
import type { RequestedCall } from './requested-call.js';

/** The part of a request. Whose turn it is of, its metadata says: it comes back with the prompt. */
export function requestPart(
  { requestId, toolName, input }: RequestedCall,
  turnId: string | undefined,
): ModelPart {
  return {
    type: 'tool-call',
    toolCallId: requestId,
    toolName,
    input: JSON.stringify(input),
    ...(turnId !== undefined && { providerMetadata: { dragoman: { turnId } } }),
  };
}
