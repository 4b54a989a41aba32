import { isJsonObject, type JsonObject, parseJson, type ToolResultEvent } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { ModelPart } from '../mapping/model-part.js';

/** The parts that are shown in a message. Of the others, the mapper makes its frame and its metadata. */
export type ShownPart = Exclude<
  ModelPart,
  { type: 'finish' | 'response-metadata' | 'raw' | 'ping' | 'error' }
>;

export function isShown(part: ModelPart): part is ShownPart {
  return Object.hasOwn(CHUNKS, part.type);
}

type Chunks = {
  [Type in ShownPart['type']]: (part: Extract<ShownPart, { type: Type }>) => readonly JsonObject[];
};

/** Blocks have the same form in parts and in chunks. */
const same = (part: JsonObject): JsonObject[] => [part];

const CHUNKS: Chunks = {
  'text-start': same,
  'text-delta': same,
  'text-end': same,
  'reasoning-start': same,
  'reasoning-delta': same,
  'reasoning-end': same,
  'tool-call': ({ type: _type, input, ...call }) => [
    { type: 'tool-input-available', ...call, input: inputOf(input) },
  ],
  'tool-result': ({ type: _type, toolName: _name, result, isError, preliminary, ...call }) => [
    isError === true
      ? { type: 'tool-output-error', ...call, providerExecuted: true, errorText: textOf(result) }
      : {
          type: 'tool-output-available',
          ...call,
          providerExecuted: true,
          output: result,
          ...(preliminary === true && { preliminary }),
        },
  ],
};

/** The chunks of a part, as `toUIMessageStream` of the SDK would make them. */
export function chunksOf(part: ShownPart): readonly JsonObject[] {
  return dispatch(part.type, part);
}

function dispatch<Type extends ShownPart['type']>(
  type: Type,
  part: Extract<ShownPart, { type: Type }>,
): readonly JsonObject[] {
  return CHUNKS[type](part);
}

export type CallPart = Extract<ShownPart, { type: 'tool-call' }>;

/** A call of the page's own tool that a user has to approve: as yet it is not for the page to execute. */
export function approvalChunks(part: CallPart): readonly JsonObject[] {
  const { toolCallId } = part;
  const asked = { type: 'tool-approval-request', approvalId: toolCallId, toolCallId };
  return [...answeredCallChunks(part), asked];
}

/**
 * A call of the page's own tool that it has answered before. Its input comes as if it were being
 * written: on a whole input a page would execute the tool once more.
 */
export function answeredCallChunks(part: CallPart): readonly JsonObject[] {
  const { toolCallId, toolName, input, providerMetadata } = part;
  const of = providerMetadata && { providerMetadata };
  return [
    { type: 'tool-input-start', toolCallId, toolName, ...of },
    { type: 'tool-input-delta', toolCallId, inputTextDelta: input },
  ];
}

/** What the page answered to such a call, as the agent got it. */
export function answerChunk(toolCallId: string, result: ToolResultEvent): JsonObject {
  const { status, output, error } = result;
  if (status === 'error') {
    const errorText = error?.message ?? textOf(output ?? 'The call failed.');
    return { type: 'tool-output-error', toolCallId, errorText };
  }
  return { type: 'tool-output-available', toolCallId, output: answerOf(output) };
}

/** Agents report texts. One that is an object or a list was one before it was given to them. */
function answerOf(output: unknown): unknown {
  if (typeof output !== 'string') return output ?? null;
  const parsed = parseJson(output);
  return parsed.ok && (isJsonObject(parsed.value) || Array.isArray(parsed.value))
    ? parsed.value
    : output;
}

function inputOf(input: string): unknown {
  const parsed = parseJson(input);
  return parsed.ok ? parsed.value : input;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A failure in the words of the agent: who reads a message is the one who asked for it. */
export function errorChunk(error: unknown): JsonObject {
  return { type: 'error', errorText: errorMessage(error) };
}
