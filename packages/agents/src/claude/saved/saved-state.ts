import type { InitEvent, JsonObject } from '@dragoman/protocol';
import { asText } from '../../interpret/json-fields.js';
import { type Conversation, createConversation } from '../content/conversation.js';
import type { SpeechListener } from '../content/emit-speech.js';
import { emit } from '../content/emitter.js';
import type { Branches } from './branches.js';
import { createMessageUsage, type MessageUsageCounter } from './message-usage.js';
import { createSidechains, type Sidechains } from './sidechains.js';
import { createTurnTracker, type TurnTracker } from './turn-tracker.js';

/** Where the session stands after the records read so far. */
export interface SavedState {
  readonly conversation: Conversation;
  readonly sidechains: Sidechains;
  readonly turns: TurnTracker;
  readonly usage: MessageUsageCounter;
  readonly listener: SpeechListener;
  readonly branches: Branches;
  /** What had been spent when that was last told. */
  costBefore: number;
  sessionId: string | undefined;
  version: string | undefined;
  cwd: string | undefined;
}

export function createSavedState(branches: Branches): SavedState {
  const sidechains = createSidechains();
  const conversation = createConversation(sidechains);
  const usage = createMessageUsage(conversation.emitter);
  const turns = createTurnTracker(conversation.emitter, conversation.calls, usage);
  return {
    conversation,
    sidechains,
    turns,
    usage,
    listener: {
      onSpeech() {
        branches.beginTurn();
        turns.begin();
      },
      onInterrupt: turns.abort,
    },
    branches,
    costBefore: 0,
    sessionId: undefined,
    version: undefined,
    cwd: undefined,
  };
}

/** Tells who speaks, where a record says something new about that. */
export function introduce(record: JsonObject, state: SavedState): void {
  const { sessionId, version, cwd } = record;
  if (sessionId === state.sessionId && version === state.version && cwd === state.cwd) return;
  const event: InitEvent = { type: 'init' };
  const isFirst = state.sessionId === undefined;
  if (isFirst) event.agent = 'claude';
  const [id, made, folder] = [asText(sessionId), asText(version), asText(cwd)];
  if (id !== undefined && id !== state.sessionId) event.session_id = id;
  if (made !== undefined && made !== state.version) event.version = made;
  if (folder !== undefined && folder !== state.cwd) event.cwd = folder;
  state.sessionId = id ?? state.sessionId;
  state.version = made ?? state.version;
  state.cwd = folder ?? state.cwd;
  if (Object.keys(event).length > 1) emit(state.conversation.emitter, event);
}

/** Tells of the model that speaks, where it is another. */
export function introduceModel(model: string | undefined, state: SavedState): void {
  const { conversation } = state;
  if (model === undefined || model === conversation.modelId) return;
  conversation.modelId = model;
  emit(conversation.emitter, { type: 'init', modelId: model });
}
