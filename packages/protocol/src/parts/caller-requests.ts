import type { RequestEvent } from '../event/event-traits.js';
import { formTools } from '../http/form-tools.js';
import type { ToolCallPart } from './turn-part.js';

/** A call of one of the caller's tools, who executes it. The turn waits for the answer. */
export interface RequestedCall {
  readonly requestId: string;
  readonly toolName: string;
  readonly input: unknown;
}

/** What a request calls, by its type. */
interface RequestShape {
  readonly toolName: (event: RequestFields) => string | undefined;
  readonly input: (event: RequestFields) => unknown;
}

type RequestFields = Readonly<Record<string, unknown>>;

const SHAPES: { [Type in RequestEvent['type']]: RequestShape } = {
  tool_request: {
    toolName: ({ tool_name }) => (typeof tool_name === 'string' ? tool_name : undefined),
    input: ({ input }) => input ?? {},
  },
  snapshot_request: formShape(formTools.getFormSnapshot.name, ['instruction', 'document']),
  execute_request: formShape(formTools.executeFormActions.name, ['actions', 'fields']),
};

/**
 * The call that an event requests, if it requests one. Its input is passed on as it came: the tool has
 * a schema for it and says better than we could what is wrong with it.
 */
export function readRequest(event: RequestFields): RequestedCall | undefined {
  const { type, requestId } = event;
  if (!isRequestType(type) || typeof requestId !== 'string' || requestId === '') return undefined;
  const { toolName, input } = SHAPES[type];
  const name = toolName(event);
  return name === undefined ? undefined : { requestId, toolName: name, input: input(event) };
}

/** The part of a request. Its metadata names its turn: that comes back with the prompt. */
export function requestPart(
  { requestId, toolName, input }: RequestedCall,
  turnId: string | undefined,
): ToolCallPart {
  return {
    type: 'tool-call',
    toolCallId: requestId,
    toolName,
    input: JSON.stringify(input),
    ...(turnId !== undefined && { providerMetadata: { dragoman: { turnId } } }),
  };
}

function isRequestType(type: unknown): type is keyof typeof SHAPES {
  return typeof type === 'string' && Object.hasOwn(SHAPES, type);
}

function formShape(name: string, fields: readonly string[]): RequestShape {
  return {
    toolName: () => name,
    input: (event) =>
      Object.fromEntries(
        fields.flatMap((field) => (event[field] === undefined ? [] : [[field, event[field]]])),
      ),
  };
}
