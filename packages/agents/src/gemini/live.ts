import type { JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../interpret/emitter.js';
import type { Disposition, Interpreter, LiveOptions } from '../interpret/interpreter.js';
import { asText, flagAt } from '../interpret/json-fields.js';
import { createRuleInterpreter, mapped, type RecordRules } from '../interpret/record-rule.js';
import { splitHookContext } from './hook-context.js';
import { readToolResult, readToolUse } from './live/call-rules.js';
import { closeStream, isDocument, readDocument, readResult } from './live/end-rules.js';
import {
  createLiveState,
  emitHeldError,
  holdError,
  idOfText,
  type LiveState,
} from './live/state.js';
import { addsToPrompts, promptAsWritten } from './stdin-prompt.js';

/** What each line that a headless run prints becomes, by its type. */
export const geminiLiveRules: RecordRules<LiveState> = {
  init: mapped('`init`, `turn` started', readInit),
  message: mapped('`message`: the prompt whole, the answer in pieces', readMessage),
  tool_use: mapped('`tool_use`; a plan becomes `plan` once it is accepted', readToolUse),
  tool_result: mapped('`tool_result`, or the `plan` that was accepted', readToolResult),
  error: mapped('`error`: fatal where the turn ends with it', readError),
  result: mapped('`usage`, then `turn` completed or failed', readResult),
  json: mapped(
    'all that `--output-format json` says: `init`, `message`, `usage`, `turn`',
    readDocument,
  ),
};

/** Interprets the stdout of `gemini --output-format stream-json`, of any version that has it. */
export function createGeminiLive({ version }: LiveOptions = {}): Interpreter {
  return createRuleInterpreter({
    rules: geminiLiveRules,
    nameOf,
    timeOf: (record) => asText(record.timestamp),
    createState: () => createLiveState(version),
    end: closeStream,
  });
}

function nameOf(record: JsonObject): string {
  return asText(record.type) ?? (isDocument(record) ? 'json' : 'untyped');
}

function readInit(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const session_id = asText(record.session_id);
  const model = asText(record.model);
  const { version } = state;
  if (session_id === undefined) return 'unknown';
  // Streams of several runs may be joined, and the one before may have been cut off.
  closeStream(state, emitter);
  state.sessionId = session_id;
  state.isOpen = true;
  emitter.emit({
    type: 'init',
    agent: 'gemini',
    session_id,
    // Some versions say that they choose the model, and not which.
    ...(model !== undefined && model !== 'auto' && { modelId: model }),
    ...(version !== undefined && { version }),
  });
  emitter.emit({ type: 'turn', status: 'started' });
  return 'mapped';
}

function readMessage(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const { role } = record;
  const content = asText(record.content);
  if (content === undefined || (role !== 'user' && role !== 'assistant')) return 'unknown';
  emitHeldError(state, emitter);
  if (role === 'user') {
    readPrompt(content, state, emitter);
    return 'mapped';
  }
  state.stage = 'words';
  if (flagAt(record, 'delta') === true) {
    const id = idOfText(state, emitter.ts);
    emitter.emit({ type: 'message', role, content, delta: true, id });
  } else {
    state.textId = undefined;
    emitter.emit({ type: 'message', role, content });
  }
  return 'mapped';
}

/** The prompt, behind what a hook may have said. */
function readPrompt(content: string, state: LiveState, emitter: Emitter): void {
  state.textId = undefined;
  const written = addsToPrompts(state.version) ? promptAsWritten(content) : content;
  const { context, prompt } = splitHookContext(written);
  if (context !== '') {
    const synthetic = 'hook_context';
    emitter.emit({ type: 'message', role: 'user', content: context, synthetic });
  }
  emitter.emit({ type: 'message', role: 'user', content: prompt });
}

/** Gemini CLI says this when it goes in circles. It stops then, and calls that a success. */
const LOOP = 'Loop detected';

/** Only the next line shows whether an error ends the turn: such an error is held back until then. */
function readError(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const message = asText(record.message);
  if (message === undefined) return 'unknown';
  state.textId = undefined;
  emitHeldError(state, emitter);
  if (record.severity === 'error' || message.startsWith(LOOP)) holdError(message, state, emitter);
  else emitter.emit({ type: 'error', message, fatal: false });
  return 'mapped';
}
