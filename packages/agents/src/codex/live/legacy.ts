import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { failureEvents } from '../../interpret/events.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { given, objectAt, textAt } from '../../interpret/json-fields.js';
import { mapped, type RecordRule, type RecordRules } from '../../interpret/record-rule.js';
import { readFailure } from '../failure.js';
import { readEventImages } from '../saved/user-content.js';
import { readUsageFigures } from '../usage.js';
import { emitPlan } from './items.js';
import { legacyCallRules } from './legacy-calls.js';
import { legacyMetadataRules } from './legacy-metadata.js';
import type { LegacyTextKind } from './legacy-texts.js';
import {
  beginProcess,
  beginTurn,
  emitUsage,
  errorMessageOf,
  type LiveState,
  messageOf,
  turnIdOf,
} from './state.js';

type LegacyRule = RecordRule<LiveState>;

const turnStarted: LegacyRule = mapped('`turn` started', (message, state, emitter) => {
  // Nothing marks the end of a turn, so the usage of the turn before is emitted here.
  emitUsage(state, emitter);
  beginTurn(state);
  emitter.emit({ type: 'turn', status: 'started', ...turnIdOf(message) });
  return 'mapped';
});

const turnComplete: LegacyRule = mapped(
  '`usage`, `turn` completed; with an error: fatal `error`, `turn` failed',
  (message, state, emitter) => {
    emitUsage(state, emitter);
    const { error } = message;
    if (error === undefined || error === null) {
      emitter.emit({ type: 'turn', status: 'completed', ...turnIdOf(message) });
    } else {
      const failure = readFailure(errorMessageOf(message));
      failureEvents(failure, textAt(message, 'turn_id')).forEach(emitter.emit);
    }
    return 'mapped';
  },
);

const notice = eventRule('`stderr`', (message) => ({
  type: 'stderr',
  content: messageOf(message),
}));
const warning = warningRule(messageOf);
const deprecation = warningRule((message) => {
  const texts = [textAt(message, 'summary'), textAt(message, 'details')];
  return texts.filter((text) => text !== undefined).join('\n') || messageOf(message);
});

/**
 * The stream up to 0.42: a header, the prompt, then events of Codex's protocol wrapped into
 * `{"id":…,"msg":…}`. The `exec` command never printed some of them; other front ends did.
 */
export const legacyRules: RecordRules<LiveState> = {
  header: mapped('`init` with model and folder', (header, state, emitter) => {
    emitUsage(state, emitter);
    beginProcess(state, { countsAnew: true });
    const modelId = textAt(header, 'model');
    const cwd = textAt(header, 'workdir');
    state.cwd = cwd;
    emitter.emit({ type: 'init', ...given({ modelId, cwd }) });
    return 'mapped';
  }),
  prompt: mapped('`message` of the user', (record, state, emitter) => {
    const content = textAt(record, 'prompt');
    if (content === undefined) return 'unknown';
    state.prompt = content;
    emitter.emit({ type: 'message', role: 'user', content, delta: false });
    return 'mapped';
  }),
  'msg/session_configured': mapped('`init` with session id and model', readSession),
  'msg/task_started': turnStarted,
  'msg/turn_started': turnStarted,
  'msg/task_complete': turnComplete,
  'msg/turn_complete': turnComplete,
  'msg/turn_aborted': mapped('`usage`, `turn` aborted', (message, state, emitter) => {
    emitUsage(state, emitter);
    const reason = textAt(message, 'reason');
    const why = reason === undefined ? {} : { reason };
    emitter.emit({ type: 'turn', status: 'aborted', ...why, ...turnIdOf(message) });
    return 'mapped';
  }),
  'msg/error': mapped('`usage`, fatal `error`, `turn` failed', (message, state, emitter) => {
    emitUsage(state, emitter);
    failureEvents(readFailure(messageOf(message))).forEach(emitter.emit);
    return 'mapped';
  }),
  'msg/stream_error': notice,
  'msg/background_event': notice,
  'msg/warning': warning,
  'msg/guardian_warning': warning,
  'msg/deprecation_notice': deprecation,
  'msg/context_compacted': eventRule('`compaction`', () => ({ type: 'compaction' })),
  'msg/token_count': mapped("the turn's `usage`, at its end", readCount),
  'msg/user_message': mapped('`message` of the user, where it is not the prompt', readUserMessage),
  'msg/agent_message': wholeRule('`message`', 'message', 'message'),
  'msg/agent_message_delta': pieceRule('`message`, a piece', 'message'),
  'msg/agent_reasoning': wholeRule('`reasoning`', 'thought', 'text'),
  'msg/agent_reasoning_delta': pieceRule('`reasoning`, a piece', 'thought'),
  'msg/agent_reasoning_section_break': {
    becomes: 'says that the next piece of `reasoning` begins another thought',
    disposition: 'metadata',
    read(_message, { texts }) {
      texts.endSection('thought');
      return 'metadata';
    },
  },
  'msg/agent_reasoning_raw_content': wholeRule('`reasoning`', 'raw_thought', 'text'),
  'msg/agent_reasoning_raw_content_delta': pieceRule('`reasoning`, a piece', 'raw_thought'),
  'msg/plan_update': mapped('`plan`', (message, state, emitter) =>
    emitPlan(message.plan, state, emitter),
  ),
  ...legacyCallRules,
  ...legacyMetadataRules,
};

/** A record that becomes one event, whatever is in it. */
function eventRule(becomes: string, eventOf: (message: JsonObject) => DragomanEvent): LegacyRule {
  return mapped(becomes, (message, _state, emitter) => {
    emitter.emit(eventOf(message));
    return 'mapped';
  });
}

function warningRule(textOf: (message: JsonObject) => string): LegacyRule {
  return eventRule('`error` that is not fatal', (message) => ({
    type: 'error',
    message: textOf(message),
    fatal: false,
  }));
}

function wholeRule(becomes: string, kind: LegacyTextKind, field: string): LegacyRule {
  return mapped(becomes, (message, { texts }) => {
    const content = textAt(message, field);
    if (content === undefined) return 'unknown';
    texts.whole(kind, content);
    return 'mapped';
  });
}

function pieceRule(becomes: string, kind: LegacyTextKind): LegacyRule {
  return mapped(becomes, (message, { texts }) => {
    const content = textAt(message, 'delta');
    if (content === undefined) return 'unknown';
    if (content !== '') texts.piece(kind, content);
    return 'mapped';
  });
}

function readSession(message: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const sessionId = textAt(message, 'session_id');
  const modelId = textAt(message, 'model');
  if (sessionId === undefined && modelId === undefined) return 'unknown';
  state.threadId = sessionId ?? state.threadId;
  emitter.emit({ type: 'init', ...given({ session_id: sessionId, modelId }) });
  return 'mapped';
}

/** One call of the model up to 0.29; from 0.36 on the count of the process, or null at its start. */
function readCount(message: JsonObject, { usage }: LiveState): Disposition {
  const ofCall = readUsageFigures(message);
  const total = readUsageFigures(objectAt(objectAt(message, 'info'), 'total_token_usage'));
  if (ofCall !== undefined) usage.add(ofCall);
  else if (total !== undefined) usage.count(total);
  else if (message.info !== null) return 'unknown';
  return 'mapped';
}

function readUserMessage(message: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const content = textAt(message, 'message');
  if (content === undefined) return 'unknown';
  const images = readEventImages(message);
  const isPrompt = content === state.prompt && images.length === 0;
  state.prompt = undefined;
  if (isPrompt) return 'mapped';
  const kind = textAt(message, 'kind') ?? 'plain';
  emitter.emit({
    type: 'message',
    role: 'user',
    content,
    delta: false,
    ...(kind !== 'plain' && { synthetic: kind }),
    ...(images.length > 0 && { images }),
  });
  return 'mapped';
}
