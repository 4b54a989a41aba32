import type { JsonObject, ToolKind } from '@dragoman/protocol';
import type { CommonCall } from '../../tools/common-call.js';
import type { NativeCall } from './native-call.js';
import type { ToolShape } from './tool-shapes.js';

/** A call under its common name, with its input in the form that the common tool has. */
export function recast(
  { tool, input }: NativeCall,
  tool_name: string,
  kind: ToolKind,
  parameters: JsonObject,
): CommonCall {
  return parameters === input
    ? { tool_name, kind, parameters, native_name: tool }
    : { tool_name, kind, parameters, native_name: tool, native_parameters: input };
}

/** The same by a shape. An input that doesn't fit it stays as it is. */
export function recastAs(call: NativeCall, shape: ToolShape): CommonCall {
  return recast(call, shape.tool_name, shape.kind, inputFor(call.input, shape));
}

function inputFor(input: JsonObject, { takes, needs = [] }: ToolShape): JsonObject {
  if (takes === undefined || needs.some((name) => typeof input[name] !== 'string')) return input;
  const names = Object.keys(input);
  if (names.every((name) => ownName(takes, name) === name)) return input;
  const parameters: JsonObject = {};
  for (const name of names) {
    const common = ownName(takes, name);
    if (common !== undefined) parameters[common] = input[name];
  }
  return parameters;
}

function ownName(takes: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(takes, name) ? takes[name] : undefined;
}
