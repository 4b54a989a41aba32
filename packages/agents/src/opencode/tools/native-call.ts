import type { JsonObject } from '@dragoman/protocol';

/** A call as the model made it. */
export interface NativeCall {
  readonly tool: string;
  readonly input: JsonObject;
}
