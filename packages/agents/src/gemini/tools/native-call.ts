import type { JsonObject } from '@dragoman/protocol';
import type { CommonCall } from '../../tools/common-call.js';

/** A call as the model made it. */
export interface NativeCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** A call that keeps its name and its input. */
export function asItIs(kind: CommonCall['kind']): (call: NativeCall) => CommonCall {
  return ({ name, args }) => ({ tool_name: name, kind, parameters: args, native_name: name });
}

/** A call that has another name, and may have another input, in the common vocabulary. */
export function recast(
  { name, args }: NativeCall,
  tool_name: string,
  kind: CommonCall['kind'],
  parameters: JsonObject,
): CommonCall {
  return isSame(args, parameters)
    ? { tool_name, kind, parameters, native_name: name }
    : { tool_name, kind, parameters, native_name: name, native_parameters: args };
}

/** Whether the recast input says all that the native one said; its members are that one's own. */
function isSame(args: JsonObject, parameters: JsonObject): boolean {
  for (const name in args) {
    if (args[name] !== parameters[name]) return false;
  }
  for (const name in parameters) {
    if (!(name in args)) return false;
  }
  return true;
}
