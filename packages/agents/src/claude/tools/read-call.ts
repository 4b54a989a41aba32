import { isJsonObject, type JsonObject, writeJson } from '@dragoman/protocol';
import type { CommonCall } from '../../tools/common-call.js';
import { kindOfTool } from './tool-kinds.js';

/** Tools that have the common name of another. What the provider runs by itself has names of its own. */
const COMMON_NAMES: ReadonlyMap<string, string> = new Map([
  ['Agent', 'Task'],
  ['web_search', 'WebSearch'],
  ['web_fetch', 'WebFetch'],
]);

/** A call in the common vocabulary, which is Claude's own: its inputs stay as they are. */
export function readCall(name: string, input: unknown): CommonCall {
  const common = COMMON_NAMES.get(name);
  const tool_name = common ?? name;
  const call = { tool_name, kind: kindOfTool(tool_name), parameters: parametersOf(input) };
  return common === undefined ? call : { ...call, native_name: name };
}

function parametersOf(input: unknown): JsonObject {
  if (isJsonObject(input)) return input;
  if (input === undefined || input === null) return {};
  return { raw: typeof input === 'string' ? input : writeJson(input) };
}
