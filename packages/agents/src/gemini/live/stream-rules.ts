import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { asText, flagAt, textAt } from '../../interpret/json-fields.js';
import { mapped, type Rules } from '../../interpret/rule.js';
import { stamped } from '../../interpret/stamped.js';
import { readResult, readToolUse } from './call-rules.js';
import { readDocument } from './document-rule.js';
import { closeStream, readEnd } from './end-rules.js';
import { idOfText, type LiveState } from './live-state.js';

/** How each thing that a headless run prints is carried, by its type. */
export const streamRules: Rules<LiveState> = {
  init: mapped('`init`, `turn` started', readInit),
  message: mapped('`message`: the prompt whole, the answer in pieces', readMessage),
  tool_use: mapped('`tool_use`; a plan becomes `plan` once it is accepted', readToolUse),
  tool_result: mapped('`tool_result`, or the `plan` that was accepted', readResult),
  error: mapped('`error`: fatal where the turn ends with it', readError),
  result: mapped('`usage`, then `turn` completed or failed', readEnd),
  json: mapped(
    'all that `--output-format json` says: `init`, `message`, `usage`, `turn`',
    readDocument,
  ),
};

function readInit(record: JsonObject, state: LiveState): DragomanEvent[] | undefined {
  const session_id = textAt(record, 'session_id');
  if (session_id === undefined) return undefined;
  const modelId = modelNamed(textAt(record, 'model'));
  const { version, ts } = state;
  // Streams of several runs may be joined, and the one before have been cut off.
  const unfinished = closeStream(state);
  state.sessionId = session_id;
  state.isOpen = true;
  return [
    ...unfinished,
    stamped(
      {
        type: 'init',
        agent: 'gemini',
        session_id,
        ...(modelId !== undefined && { modelId }),
        ...(version !== undefined && { version }),
      },
      ts,
    ),
    stamped({ type: 'turn', status: 'started' }, ts),
  ];
}

/** Some versions say that they choose, and not what. */
function modelNamed(model: string | undefined): string | undefined {
  return model === 'auto' ? undefined : model;
}

function readMessage(record: JsonObject, state: LiveState): DragomanEvent[] | undefined {
  const content = asText(record.content);
  if (content === undefined) return undefined;
  if (record.role === 'user') {
    return [stamped({ type: 'message', role: 'user', content }, state.ts)];
  }
  if (record.role !== 'assistant') return undefined;
  state.stage = 'words';
  if (flagAt(record, 'delta') !== true) {
    state.textId = undefined;
    return [stamped({ type: 'message', role: 'assistant', content }, state.ts)];
  }
  const id = idOfText(state);
  return [stamped({ type: 'message', role: 'assistant', content, delta: true, id }, state.ts)];
}

/** Said when the CLI takes itself to go in circles. It stops then, and calls that a success. */
const LOOP = 'Loop detected';

/** Which errors end the turn is told only by what comes next; those are held back until then. */
function readError(record: JsonObject, state: LiveState): DragomanEvent[] | undefined {
  const message = asText(record.message);
  if (message === undefined) return undefined;
  state.textId = undefined;
  const earlier = emitHeldError(state);
  if (record.severity === 'error' || message.startsWith(LOOP)) {
    state.error = message;
    return earlier;
  }
  return [...earlier, stamped({ type: 'error', message, fatal: false }, state.ts)];
}

/** An error that was held back and turned out not to be the end. */
export function emitHeldError(state: LiveState): DragomanEvent[] {
  const message = state.error;
  state.error = undefined;
  return message === undefined ? [] : [stamped({ type: 'error', message, fatal: false }, state.ts)];
}
