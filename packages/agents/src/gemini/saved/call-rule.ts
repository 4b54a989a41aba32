import {
  deriveId,
  type FileChange,
  isJsonObject,
  type JsonObject,
  parseMcpToolName,
  type ToolResultEvent,
  type ToolUseEvent,
} from '@dragoman/protocol';
import type { CallResult } from '../../interpret/emitted-calls.js';
import type { Emitter } from '../../interpret/emitter.js';
import { asText, flagAt, textAt } from '../../interpret/json-fields.js';
import { type CommonCall, isPlanCall } from '../../tools/common-call.js';
import { hunksOf } from '../../tools/patch.js';
import { readCall } from '../tools/calls.js';
import { failedResult } from '../tools/failed-result.js';
import { splitLeftByHooks } from '../tools/left-by-hooks.js';
import { type ResponseOutput, readResponse, unwrapUntrusted } from '../tools/response-output.js';
import { readShellOutput } from '../tools/shell-result.js';

/** Whether these are calls that `emitCall` can read. */
export function areCalls(list: unknown): list is readonly JsonObject[] {
  return Array.isArray(list) && list.every(isCall);
}

function isCall(entry: unknown): boolean {
  if (!isJsonObject(entry) || typeof entry.name !== 'string') return false;
  return entry.args === undefined || isJsonObject(entry.args);
}

const NO_INPUT: JsonObject = {};

/** Emits a call in the message that made it, once, and its result, once. */
export function emitCall(
  record: JsonObject,
  fallbackId: string,
  emitted: Map<string, boolean>,
  emitter: Emitter,
): void {
  const tool_id = asText(record.id) ?? fallbackId;
  const isAnswered = emitted.get(tool_id);
  if (isAnswered === true) return;
  const input = isJsonObject(record.args) ? record.args : NO_INPUT;
  const name = asText(record.name) ?? '';
  const common = readCall({ name, input }, asText(record.displayName));
  const call = isPlanCall(common) ? common.call : common;
  const response = readResponse(record.result);
  const result = callResult(record, call, response);
  const ts = asText(record.timestamp) ?? emitter.ts;
  const time = ts === undefined ? undefined : { ts };
  emitted.set(tool_id, result !== undefined);
  if (isPlanCall(common) && isAnswered === undefined && result?.status === 'success') {
    emitter.emit({ type: 'plan', items: [...common.plan], ...time });
    return;
  }
  if (isAnswered === undefined) emitter.emit(useEvent(tool_id, call, ts));
  if (result === undefined) return;
  const event: ToolResultEvent = { type: 'tool_result', tool_id, ...result };
  if (ts !== undefined) event.ts = ts;
  emitter.emit(event);
  emitLeftByHooks(response?.text ?? '', deriveId(tool_id, 'hook'), emitter);
}

/** What hooks added for the model, and that one changed the input. */
function emitLeftByHooks(text: string, id: string, emitter: Emitter): void {
  const { left } = splitLeftByHooks(text);
  if (left === '') return;
  emitter.emit({ type: 'message', role: 'user', content: left, id, synthetic: 'hook_context' });
}

/** Spelt out, not spread: a session has as many of these as calls. */
function useEvent(tool_id: string, call: CommonCall, ts: string | undefined): ToolUseEvent {
  const event: ToolUseEvent = {
    type: 'tool_use',
    tool_id,
    tool_name: call.tool_name,
    parameters: call.parameters,
    kind: call.kind,
  };
  if (call.native_name !== undefined) event.native_name = call.native_name;
  if (call.native_parameters !== undefined) event.native_parameters = call.native_parameters;
  if (ts !== undefined) event.ts = ts;
  return event;
}

/** How a sub-agent ends that has done what it was asked. */
const GOAL_REACHED = 'GOAL';

/** The result of a call, by what the model got; undefined while it isn't over. */
function callResult(
  record: JsonObject,
  call: CommonCall,
  response: ResponseOutput | undefined,
): CallResult | undefined {
  const { status } = record;
  if (status !== 'success' && status !== 'error' && status !== 'cancelled') return undefined;
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
  const output =
    response?.blocks === undefined ? textOf(text, call, resultDisplay) : [...response.blocks];
  const result: CallResult = { status: 'success', output };
  if (!isJsonObject(resultDisplay)) return result;
  const reason = asText(resultDisplay.terminateReason);
  if (reason !== undefined && reason !== GOAL_REACHED) {
    return { ...result, status: 'error', error: { message: text, type: reason } };
  }
  const changes = displayChanges(resultDisplay, asText(call.parameters.file_path));
  if (changes !== undefined) result.changes = changes;
  return result;
}

/** Of the answer of a tool server a person is shown all that is text, without what is said around it. */
function textOf(response: string, { tool_name }: CommonCall, display: unknown): string {
  const isShown = typeof display === 'string' && parseMcpToolName(tool_name) !== undefined;
  return isShown ? display : unwrapUntrusted(response);
}

/** What a call changed, by what a person is shown of it; undefined where that is no change. */
export function displayChanges(
  display: JsonObject,
  filePath: string | undefined,
): FileChange[] | undefined {
  const fileDiff = textAt(display, 'fileDiff');
  const path = textAt(display, 'filePath') ?? filePath ?? textAt(display, 'fileName');
  if (fileDiff === undefined || path === undefined) return undefined;
  const diff = hunksOf(fileDiff);
  const kind = isNew(display) ? 'add' : 'update';
  return [diff === '' ? { path, kind } : { path, kind, diff }];
}

function isNew(display: JsonObject): boolean {
  return flagAt(display, 'isNewFile') ?? display.originalContent === null;
}
