import type { InitEvent, JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { asText } from '../../interpret/json-fields.js';
import { type Conversation, createConversation } from '../content/conversation.js';
import { emitPrinted, type OwnWordsState } from '../content/own-words.js';
import type { SpeechListener } from '../content/speech.js';
import type { Branches } from './branches.js';
import { createMessageUsage, type MessageUsageCounter } from './message-usage.js';
import { createPromptQueue, type PromptQueue } from './prompt-queue.js';
import { createSessionCount, type SessionCount } from './session-count.js';
import { createSidechains, type Sidechains } from './sidechains.js';
import { createSplitPrompts, type SplitPrompts } from './split-prompts.js';
import { createTurnTracker, type TurnTracker } from './turn-tracker.js';

/** Where the session stands after the records read so far. */
export interface SavedState extends OwnWordsState {
  readonly conversation: Conversation;
  readonly sidechains: Sidechains;
  readonly turns: TurnTracker;
  readonly usage: MessageUsageCounter;
  readonly listener: SpeechListener;
  readonly branches: Branches;
  readonly count: SessionCount;
  readonly queue: PromptQueue;
  readonly split: SplitPrompts;
  /** The user's last words were a command of the CLI: what it prints may follow. */
  isAfterCommand: boolean;
  sessionId: string | undefined;
  version: string | undefined;
  cwd: string | undefined;
}

export function createSavedState(branches: Branches, emitter: Emitter): SavedState {
  const sidechains = createSidechains();
  const conversation = createConversation(emitter, { agents: sidechains });
  const usage = createMessageUsage(conversation.chain);
  const turns = createTurnTracker(emitter, conversation.calls, usage);
  return {
    conversation,
    sidechains,
    turns,
    usage,
    onFailure: turns.fail,
    onPrinted: (text, id) => emitPrinted(conversation.chain, text, id),
    listener: {
      onSpeech() {
        branches.beginTurn();
        turns.begin();
      },
      onInterrupt: turns.abort,
    },
    branches,
    count: createSessionCount(usage),
    queue: createPromptQueue(),
    split: createSplitPrompts(),
    isAfterCommand: false,
    sessionId: undefined,
    version: undefined,
    cwd: undefined,
  };
}

/** Emits the session, version and folder of a record where they are new. */
export function introduce(record: JsonObject, state: SavedState, emitter: Emitter): void {
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
  if (Object.keys(event).length > 1) emitter.emit(event);
}

/** Emits the model that speaks, where it is another. */
export function introduceModel(
  model: string | undefined,
  { conversation }: SavedState,
  emitter: Emitter,
): void {
  if (model === undefined || model === conversation.modelId) return;
  conversation.modelId = model;
  emitter.emit({ type: 'init', modelId: model });
}
