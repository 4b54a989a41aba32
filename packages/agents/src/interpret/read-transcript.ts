import { type DragomanEvent, reduce, type Transcript } from '@dragoman/protocol';
import type { Interpreter } from './interpreter.js';
import { createTranslator } from './translator.js';

/** What one process wrote, or one file holds, and who understands it. */
export interface NativeStream {
  readonly interpreter: Interpreter;
  readonly bytes: Uint8Array | string;
}

/** What one stream after the other tells. */
export function* readEvents(streams: readonly NativeStream[]): Generator<DragomanEvent> {
  for (const { interpreter, bytes } of streams) {
    const translator = createTranslator(interpreter);
    yield* translator.push(bytes);
    yield* translator.flush();
  }
}

/** One session, told by one stream after the other. */
export function readTranscript(streams: readonly NativeStream[]): Transcript {
  return reduce(readEvents(streams));
}
