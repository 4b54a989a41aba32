import { createReducer, type Transcript } from '@dragoman/protocol';
import type { Interpreter } from './interpreter.js';
import { createTranslator } from './translator.js';

/** What one process wrote, or one file holds, and who understands it. */
export interface NativeStream {
  readonly interpreter: Interpreter;
  readonly bytes: Uint8Array | string;
}

/** One session, told by one stream after the other. */
export function readTranscript(streams: readonly NativeStream[]): Transcript {
  const reducer = createReducer();
  for (const { interpreter, bytes } of streams) {
    const translator = createTranslator(interpreter);
    for (const event of translator.push(bytes)) reducer.push(event);
    for (const event of translator.flush()) reducer.push(event);
  }
  return reducer.snapshot();
}
