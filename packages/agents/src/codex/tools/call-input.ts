import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import type { NativeCall } from './native-call.js';

/** A call whose arguments were read. */
export interface CallInput {
  /** What Codex calls the tool. */
  readonly name: string;
  /** The arguments, where they are an object. */
  readonly fields: JsonObject | undefined;
  /** The arguments as an object in any case: `{raw}` holds what is none. */
  readonly parameters: JsonObject;
  /** The input as Codex wrote it, parsed where it is JSON. */
  readonly native: unknown;
}

/** Reads the arguments of a call: JSON text of a function, any text of a custom tool, an object. */
export function readCallInput(call: NativeCall): CallInput {
  const { name, input } = call;
  if (isJsonObject(input)) return { name, fields: input, parameters: input, native: input };
  if (typeof input !== 'string') {
    const parameters = input === undefined || input === null ? {} : { raw: input };
    return { name, fields: undefined, parameters, native: input };
  }
  const parsed = input.trimStart().startsWith('{') ? parseJson(input) : undefined;
  if (parsed?.ok && isJsonObject(parsed.value)) {
    return { name, fields: parsed.value, parameters: parsed.value, native: parsed.value };
  }
  // A function that takes nothing may be called with nothing.
  const parameters = input.trim() === '' ? {} : { raw: input };
  return { name, fields: undefined, parameters, native: input };
}
