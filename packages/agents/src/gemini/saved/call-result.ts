import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { CallResult } from '../../interpret/call-register.js';
import { asText, textAt } from '../../interpret/json-fields.js';
import type { CommonCall } from '../../tools/common-call.js';
import {
  displayChanges,
  failedResult,
  type ResponseOutput,
  readResponse,
  readShellOutput,
  unwrapUntrusted,
} from '../tools.js';

/** How a sub-agent ends that has done what it was asked. */
const GOAL_REACHED = 'GOAL';

/** What a call brought, by what the model was told; undefined while it isn't over. */
export function callResult(record: JsonObject, call: CommonCall): CallResult | undefined {
  const { status, result } = record;
  if (status !== 'success' && status !== 'error' && status !== 'cancelled') return undefined;
  const response = readResponse(result);
  if (status === 'success') return successOf(record, call, response);
  const words = response?.text ?? asText(record.resultDisplay) ?? '';
  if (status === 'error') return failedResult(unwrapUntrusted(words));
  return { status: 'error', error: { type: 'cancelled', message: unwrapUntrusted(words) } };
}

function successOf(
  { resultDisplay }: JsonObject,
  call: CommonCall,
  response: ResponseOutput | undefined,
): CallResult {
  const text = response?.text ?? '';
  if (call.kind === 'command' && call.tool_name === 'Bash') {
    return readShellOutput(text, asText(resultDisplay));
  }
  const output = response?.blocks === undefined ? unwrapUntrusted(text) : [...response.blocks];
  const brought: CallResult = { status: 'success', output };
  if (!isJsonObject(resultDisplay)) return brought;
  const reason = textAt(resultDisplay, 'terminateReason');
  if (reason !== undefined && reason !== GOAL_REACHED) {
    return { ...brought, status: 'error', error: { message: text, type: reason } };
  }
  const changes = displayChanges(resultDisplay, asText(call.parameters.file_path));
  if (changes !== undefined) brought.changes = changes;
  return brought;
}
