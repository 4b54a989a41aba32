import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import { compareVersions } from '../../compare-versions.js';
import type { LiveOptions } from '../../interpret/agent-interpreter.js';
import type { Failure } from '../../interpret/failure-events.js';
import { type Conversation, createConversation } from '../content/conversation.js';
import { emit } from '../content/emitter.js';
import { createLineUsage, type LineUsage } from './line-usage.js';
import type { ModelUsage } from './model-usage.js';

/** What an interpreter of the live stream remembers. */
export interface LiveState {
  readonly conversation: Conversation;
  /** Where the stream of pieces is, for the agent and for each sub-agent. */
  readonly streams: Map<string | undefined, StreamPosition>;
  /** What had been spent when the last turn ended: the CLI counts on. */
  costBefore: number;
  /** What each model had used by then. */
  modelsBefore: ModelUsage;
  isInTurn: boolean;
  /** The agent hasn't said anything yet. */
  isSilent: boolean;
  /** What all messages so far used, by their lines. */
  readonly messages: LineUsage;
  /** What has been told of that, and no more: the results of two turns may come together, behind both. */
  emittedUsage: UsageFigures;
  /** What the CLI has said in the role of the agent, while it may turn out to be a failure. */
  ownWords: OwnWords | undefined;
  /** A person has stopped the turn. Its result speaks of an error then. */
  isInterrupted: boolean;
  /**
   * Why the turn is about to fail, in the CLI's words. From 2.1.325 on the result of the turn before
   * may come in between.
   */
  failure: Failure | undefined;
}

/** The message whose pieces come, and which block of it they are of. */
export interface StreamPosition {
  readonly messageId: string;
  /** What the message says of its usage when it begins. */
  readonly usage: JsonObject;
  index: number | undefined;
  /** The type of the block. */
  type: string | undefined;
}

export interface OwnWords {
  readonly text: string;
  readonly id: string | undefined;
}

export function createLiveState(options: LiveOptions): LiveState {
  return {
    conversation: createConversation(),
    streams: new Map(),
    costBefore: countsOn(options) ? (options.usageBefore?.cost_usd ?? 0) : 0,
    modelsBefore: new Map(),
    messages: createLineUsage(),
    emittedUsage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    ownWords: undefined,
    isInTurn: false,
    isSilent: true,
    isInterrupted: false,
    failure: undefined,
  };
}

/** The first version looked at that goes on adding to what a session cost when it resumes it. */
const COST_OF_SESSION_SINCE = '2.1.277';

function countsOn({ version }: LiveOptions): boolean {
  return version === undefined || compareVersions(version, COST_OF_SESSION_SINCE) >= 0;
}

/** Whatever comes first of a turn begins it. */
export function beginTurn(state: LiveState): void {
  if (state.isInTurn) return;
  state.isInTurn = true;
  emit(state.conversation.emitter, { type: 'turn', status: 'started' });
}

/** The turn has been told to its end. */
export function leaveTurn(state: LiveState): void {
  state.isInTurn = false;
  state.isInterrupted = false;
  state.streams.clear();
}
