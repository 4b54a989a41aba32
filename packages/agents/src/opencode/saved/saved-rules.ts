import type { ImageSource, JsonObject, MessageEvent } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { timed } from '../../interpret/events.js';
import type { Disposition } from '../../interpret/interpreter.js';
import {
  flagAt,
  given,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
} from '../../interpret/json-fields.js';
import { mapped, metadata, type RecordRules } from '../../interpret/record-rule.js';
import { imageSourceOf } from '../../tools/common-call.js';
import { isoTime } from '../iso-time.js';
import { emitCall, isRefused, reasoningEvent, textEvent } from '../part-events.js';
import { promptText } from '../prompt-text.js';
import { readToolPart } from '../tools/read-tool-part.js';
import { readFailure } from '../turn-end.js';
import { readStepUsage } from '../usage.js';
import { createTurnTracker, type TurnTracker } from './turn-tracker.js';

/** What an interpreter of a saved session remembers. */
export interface SavedState {
  readonly turns: TurnTracker;
  /** The version that began the session. */
  version: string | undefined;
  /** The model that was emitted last. */
  model: string | undefined;
  /** The message whose parts are read. */
  message: CurrentMessage;
}

/** What the parts of a message depend on. */
interface CurrentMessage {
  readonly role: 'user' | 'assistant';
  readonly completedAt: string | undefined;
  /** Whether it is the summary that replaces what came before. */
  readonly isSummary: boolean;
  /** The images that belong to the next text of the message. */
  images: readonly ImageSource[];
}

const NO_MESSAGE: CurrentMessage = {
  role: 'assistant',
  completedAt: undefined,
  isSummary: false,
  images: [],
};

export function createSavedState(emitter: Emitter): SavedState {
  return {
    turns: createTurnTracker(emitter),
    version: undefined,
    model: undefined,
    message: NO_MESSAGE,
  };
}

/** What each thing becomes that OpenCode keeps of a session, by its native name. */
export const opencodeSavedRules: RecordRules<SavedState> = {
  session: mapped('`init`', readSession),
  'message/user': mapped('`turn` started, where the user says something', readUser),
  'message/assistant': mapped(
    '`init`, where the model changes; with an error: fatal `error`, `turn` failed or aborted',
    readAssistant,
  ),
  'part/text': mapped(
    '`message`; what OpenCode adds to it is marked `synthetic`; a summary becomes `compaction`',
    readText,
  ),
  'part/reasoning': mapped('`reasoning`', (part, _state, emitter) => {
    const event = reasoningEvent(part);
    if (event === undefined) return 'unknown';
    emitter.emit(event);
    return 'mapped';
  }),
  'part/tool': mapped(
    '`tool_use` and `tool_result`; a plan becomes `plan`',
    (part, { turns }, emitter) => {
      const content = readToolPart(part);
      if (content === undefined) return 'unknown';
      if (isRefused(content)) turns.refuse();
      emitCall(content, part, emitter);
      return 'mapped';
    },
  ),
  'part/file': mapped(
    'an image of the `message`; the content of other files is in the text beside them',
    (part) => (textAt(part, 'url') === undefined ? 'unknown' : 'mapped'),
  ),
  'part/step-start': mapped('the beginning of a step', (_part, { turns }) => {
    turns.beginStep();
    return 'mapped';
  }),
  'part/step-finish': mapped('`usage` of the step', readStepFinish),
  'part/compaction': mapped('`compaction`, once its summary is there', () => 'mapped'),
  'part/subtask': mapped('`message`, `synthetic`: what a command asks of a sub-agent', readSubtask),
  'part/retry': mapped('`stderr`', (part, _state, emitter) => {
    const error = objectAt(part, 'error');
    if (error === undefined) return 'unknown';
    const ts = isoTime(numberAt(objectAt(part, 'time'), 'created'));
    emitter.emit(timed({ type: 'stderr', content: readFailure(error).message }, ts));
    return 'mapped';
  }),
  'part/agent': metadata('a mention of an agent, which is in the text as well'),
  'part/patch': metadata(
    'the files that a step changed, by its snapshot; the calls have them, too',
  ),
  'part/snapshot': metadata('a snapshot of the workspace, to go back to'),
};

function readSession(info: JsonObject, state: SavedState, emitter: Emitter): Disposition {
  const id = textAt(info, 'id');
  if (id === undefined) return 'unknown';
  const version = textAt(info, 'version');
  const cwd = textAt(info, 'directory');
  const modelId = modelOf(objectAt(info, 'model'), 'id');
  state.version = version;
  state.model = modelId;
  emitter.ts = isoTime(numberAt(objectAt(info, 'time'), 'created'));
  emitter.emit({
    type: 'init',
    agent: 'opencode',
    session_id: id,
    ...given({ version, cwd, modelId }),
  });
  return 'mapped';
}

function readUser(record: JsonObject, state: SavedState, emitter: Emitter): Disposition {
  const info = objectAt(record, 'info');
  const parts = objectsAt(record, 'parts');
  emitter.ts = isoTime(numberAt(objectAt(info, 'time'), 'created'));
  state.message = { ...NO_MESSAGE, role: 'user', images: imagesOf(parts) };
  if (parts.some(isFromUser)) state.turns.begin(textAt(info, 'id'));
  return 'mapped';
}

function readAssistant(record: JsonObject, state: SavedState, emitter: Emitter): Disposition {
  const info = objectAt(record, 'info');
  const time = objectAt(info, 'time');
  emitter.ts = isoTime(numberAt(time, 'created'));
  state.message = {
    ...NO_MESSAGE,
    completedAt: isoTime(numberAt(time, 'completed')),
    isSummary: flagAt(info, 'summary') === true,
  };
  const model = modelOf(info, 'modelID');
  if (model === undefined || model === state.model) return 'mapped';
  state.model = model;
  emitter.emit({ type: 'init', modelId: model });
  return 'mapped';
}

/** Emits what a message says once all of its parts are read. */
export function endMessage(record: JsonObject, state: SavedState, emitter: Emitter): void {
  const { completedAt, images } = state.message;
  const error = objectAt(objectAt(record, 'info'), 'error');
  if (images.length > 0) {
    // The user attached them and said nothing.
    emitter.emit({ type: 'message', role: 'user', content: '', images: [...images] });
  } else if (error !== undefined) state.turns.fail(readFailure(error), completedAt);
}

function readText(part: JsonObject, state: SavedState, emitter: Emitter): Disposition {
  const { message } = state;
  const event = textEvent(part, message.role);
  if (event === undefined) return 'unknown';
  if (message.isSummary) {
    emitter.emit(timed({ type: 'compaction', summary: event.content }, event.ts));
  } else if (event.role === 'user' && isFromUser(part)) emitter.emit(userEvent(event, state));
  else emitter.emit(event);
  return 'mapped';
}

function readStepFinish(
  part: JsonObject,
  { turns, message }: SavedState,
  emitter: Emitter,
): Disposition {
  const reason = textAt(part, 'reason');
  const usage = readStepUsage(part);
  if (reason === undefined || usage === undefined) return 'unknown';
  turns.endStep(reason, message.completedAt);
  emitter.emit(timed({ type: 'usage', ...usage }, message.completedAt));
  return 'mapped';
}

function readSubtask(part: JsonObject, _state: SavedState, emitter: Emitter): Disposition {
  const content = textAt(part, 'prompt');
  const id = textAt(part, 'id');
  if (content === undefined) return 'unknown';
  const event: MessageEvent = { type: 'message', role: 'user', content, synthetic: 'subtask' };
  if (id !== undefined) event.id = id;
  emitter.emit(event);
  return 'mapped';
}

/** Whether a part of a user's message is something that the user said or attached. */
export function isFromUser(part: JsonObject): boolean {
  if (part.type === 'text') return part.synthetic !== true && part.ignored !== true;
  return part.type === 'file' || part.type === 'subtask' || part.type === 'agent';
}

/** What the user said, with the images that came along. */
function userEvent(event: MessageEvent, { message, version }: SavedState): MessageEvent {
  event.content = promptText(event.content, version);
  if (message.images.length > 0) event.images = [...message.images];
  message.images = [];
  return event;
}

/** The images among the parts of a message. */
function imagesOf(parts: readonly JsonObject[]): readonly ImageSource[] {
  return parts.flatMap((part) => {
    const url = textAt(part, 'url');
    const isImage = part.type === 'file' && textAt(part, 'mime')?.startsWith('image/') === true;
    return isImage && url !== undefined ? [imageSourceOf(url)] : [];
  });
}

/** A model as OpenCode names it: with its provider. */
export function modelOf(from: JsonObject | undefined, key: string): string | undefined {
  const provider = textAt(from, 'providerID');
  const model = textAt(from, key);
  if (model === undefined) return undefined;
  return provider === undefined ? model : `${provider}/${model}`;
}
