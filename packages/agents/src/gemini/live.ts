import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import type { LiveOptions } from '../interpret/agent-interpreter.js';
import type { Interpreter } from '../interpret/interpreter.js';
import { asText } from '../interpret/json-fields.js';
import { nativeName } from '../interpret/native-name.js';
import { readByRule } from '../interpret/read-by-rule.js';
import { isDocument } from './live/document-rule.js';
import { closeStream } from './live/end-rules.js';
import { createLiveState } from './live/live-state.js';
import { emitHeldError, streamRules } from './live/stream-rules.js';

export { streamRules as geminiLiveRules } from './live/stream-rules.js';

const NONE: readonly DragomanEvent[] = [];
/** The lines that tell what an error before them meant. */
const AFTER_ERRORS: ReadonlySet<string> = new Set(['error', 'result']);

/** Interprets the stdout of `gemini --output-format stream-json`, of any version that has it. */
export function createGeminiLive({ version }: LiveOptions = {}): Interpreter {
  const state = createLiveState(version);
  return {
    push(record) {
      const native = nativeOf(record);
      state.ts = asText(record.timestamp);
      const earlier =
        state.error === undefined || AFTER_ERRORS.has(native) ? NONE : emitHeldError(state);
      const read = readByRule(streamRules, native, record, state);
      return earlier.length === 0 ? read : { ...read, events: [...earlier, ...read.events] };
    },
    flush: () => closeStream(state),
  };
}

function nativeOf(record: JsonObject): string {
  const type = asText(record.type);
  if (type !== undefined) return nativeName(type);
  return isDocument(record) ? 'json' : 'untyped';
}
