import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { CallResult } from '../../interpret/emitted-calls.js';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { type CommonCall, editCall, isPlanCall, type PlanCall } from '../../tools/common-call.js';
import type { NativeCall } from '../../tools/tool-shape.js';
import { changesOfCall, isReadable, resultOfCall } from './call-result.js';
import { readCall } from './calls.js';

/** A call and its result: one part of a message has both. */
export interface ToolPartContent {
  readonly id: string;
  readonly call: CommonCall | PlanCall;
  /** Absent while it has none. */
  readonly result: CallResult | undefined;
  /** Whether the model was still writing the input. */
  readonly isPartial: boolean;
}

const NO_INPUT: JsonObject = {};

/** Reads a part that is a call; undefined when it isn't one. */
export function readToolPart(part: JsonObject): ToolPartContent | undefined {
  const state = objectAt(part, 'state');
  const tool = textAt(part, 'tool');
  const id = textAt(part, 'callID') ?? textAt(part, 'id');
  if (state === undefined || tool === undefined || id === undefined) return undefined;
  const { input = NO_INPUT } = state;
  if (!isJsonObject(input) || !isReadable(state)) return undefined;
  const refused = tool === 'invalid' ? textAt(input, 'tool') : undefined;
  if (refused !== undefined) return { id, ...refusedCall(refused, input), isPartial: false };
  const call = { name: tool, input };
  return {
    id,
    call: withChangedFiles(readCall(call), call, state),
    result: resultOfCall(call, state),
    isPartial: state.status === 'pending',
  };
}

/**
 * A call that OpenCode couldn't read is recorded as one of the tool `invalid`, which succeeds.
 * It is a call of the tool that was meant, which failed.
 */
function refusedCall(tool: string, input: JsonObject): Pick<ToolPartContent, 'call' | 'result'> {
  const meant = readCall({ name: tool, input: NO_INPUT });
  const call = isPlanCall(meant) ? meant.call : meant;
  const message = textAt(input, 'error') ?? 'The call was not understood.';
  return {
    call: { ...call, native_name: 'invalid', native_parameters: input },
    result: { status: 'error', error: { message } },
  };
}

/** A patch names its files as the model wrote them; once it is applied, OpenCode says where they are. */
function withChangedFiles(
  common: CommonCall | PlanCall,
  call: NativeCall,
  state: JsonObject,
): CommonCall | PlanCall {
  if (isPlanCall(common) || common.parameters.changes === undefined) return common;
  const changes = changesOfCall(call, objectAt(state, 'metadata'));
  if (changes === undefined) return common;
  return editCall(changes, { name: call.name, parameters: call.input });
}
