import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { CallResult } from '../../interpret/emitted-calls.js';
import type { Emitter } from '../../interpret/emitter.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText, objectAt, textAt } from '../../interpret/json-fields.js';
import { readCall } from '../tools/calls.js';
import { failedResult } from '../tools/failed-result.js';
import { readShellDisplay } from '../tools/shell-result.js';
import { emitHeldError, type LiveState } from './state.js';

const SHELL = 'run_shell_command';

export function readToolUse(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const toolId = asText(record.tool_id);
  const name = asText(record.tool_name);
  const { parameters: input = {} } = record;
  if (toolId === undefined || name === undefined || !isJsonObject(input)) return 'unknown';
  emitHeldError(state, emitter);
  state.textId = undefined;
  state.stage = 'calls';
  state.names.set(toolId, name);
  state.calls.use(toolId, readCall({ name, input })).forEach(emitter.emit);
  return 'mapped';
}

export function readToolResult(
  record: JsonObject,
  state: LiveState,
  emitter: Emitter,
): Disposition {
  const toolId = asText(record.tool_id);
  if (toolId === undefined) return 'unknown';
  const result = resultOf(record, state.names.get(toolId));
  if (result === undefined) return 'unknown';
  emitHeldError(state, emitter);
  state.textId = undefined;
  state.names.delete(toolId);
  state.calls.answer(toolId, undefined, result).forEach(emitter.emit);
  return 'mapped';
}

/**
 * The result of a call; undefined where the record has none that can be read. The output is what a
 * person is shown. Of a failure the model gets more, and that is in the error.
 */
function resultOf(record: JsonObject, name: string | undefined): CallResult | undefined {
  const { status } = record;
  const output = asText(record.output);
  if (output === undefined && record.output !== undefined) return undefined;
  if (status === 'error') {
    const error = objectAt(record, 'error');
    if (error === undefined && record.error !== undefined) return undefined;
    const message = textAt(error, 'message') ?? output ?? 'The call failed.';
    return failedResult(message, textAt(error, 'type'));
  }
  if (status !== 'success') return undefined;
  if (output === undefined) return { status };
  return name === SHELL ? readShellDisplay(output) : { status, output };
}
