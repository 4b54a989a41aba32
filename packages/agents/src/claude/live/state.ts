import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { type Failure, setbackEvent } from '../../interpret/events.js';
import type { LiveOptions } from '../../interpret/interpreter.js';
import { createPiecedTexts, type PiecedTexts } from '../../interpret/pieced-texts.js';
import { NO_USAGE } from '../../interpret/usage-figures.js';
import { compareVersions } from '../../version-support.js';
import { type Conversation, createConversation, type TextEvent } from '../content/conversation.js';
import type { OwnWordsState } from '../content/own-words.js';
import type { SpeechListener } from '../content/speech.js';
import type { ModelUsage } from '../usage.js';
import { createLineTexts, type LineTexts } from './line-texts.js';
import { createLineUsage, type LineUsage, noteBroken } from './line-usage.js';

/** What an interpreter of the live stream remembers. */
export interface LiveState extends OwnWordsState {
  readonly conversation: Conversation;
  readonly texts: PiecedTexts;
  readonly lineTexts: LineTexts;
  /** The id of the line at hand. */
  lineId: string | undefined;
  readonly listener: SpeechListener;
  /** Where the stream of pieces is, for the agent and for each sub-agent. */
  readonly streams: Map<string | undefined, StreamPosition>;
  /** What had been spent when the last turn ended: the CLI counts on. */
  costBefore: number;
  /** What each model had used by then. */
  modelsBefore: ModelUsage;
  /** What all models had used before the first result, where the CLI goes on counting from that. */
  countBefore: UsageFigures | undefined;
  /** Whether that is known. */
  isCountKnown: boolean;
  isInTurn: boolean;
  /** A turn is over, with its result. */
  hasResult: boolean;
  /** The agent said nothing yet. */
  isSilent: boolean;
  /** What all messages so far used, by their lines. */
  readonly messages: LineUsage;
  /** The same of each sub-agent that spoke since the last result, by the call that started it. */
  tasks: Map<string, LineUsage>;
  /** What the replies used that broke off since the last result. They are among the messages. */
  broken: UsageFigures | undefined;
  /** Whether the CLI counts a reply that came in one piece. */
  readonly countsOnePiece: boolean;
  /** What those replies used that it doesn't count. */
  inOnePiece: UsageFigures | undefined;
  /** The messages of the turn that a stream began, and those that came in one piece, by their ids. */
  readonly begunMessages: Set<string>;
  /** What was emitted of that: the results of two turns may come together, behind both. */
  emittedUsage: UsageFigures;
  /** What was emitted beside the messages: by a count that may have those of a later result, too. */
  emittedBeside: UsageFigures | undefined;
  /** What the CLI said in the role of the agent, while it may turn out to be a failure. */
  ownWords: OwnWords | undefined;
  /** The conversation was just compacted: its summary follows. */
  isCompacted: boolean;
  /** A person has stopped the turn. Its result speaks of an error then. */
  isInterrupted: boolean;
  /**
   * Why the turn is about to fail, in the CLI's words. From 2.1.325 on the result of the turn before
   * may come in between.
   */
  failure: Failure | undefined;
}

/** The message whose pieces come. */
export interface StreamPosition {
  readonly messageId: string;
  /** What the message says of its usage when it begins. */
  readonly usage: JsonObject;
  /** The ids of its blocks that came in pieces. */
  readonly pieced: Set<string>;
  /** Whether it has said what it used in all. */
  isEnded: boolean;
}

interface OwnWords {
  readonly text: string;
  readonly id: string | undefined;
}

export function createLiveState(options: LiveOptions, emitter: Emitter): LiveState {
  const texts = createPiecedTexts(emitter);
  const lineTexts = createLineTexts(emitter);
  const emitText = (text: TextEvent): void => {
    const { id } = text;
    if (id === undefined) {
      emitter.emit(text);
      return;
    }
    texts.whole({ ...text, id });
    const stream = state.streams.get(state.conversation.chain.parentId);
    if (state.lineId !== undefined && stream?.pieced.has(id)) lineTexts.note(state.lineId, text);
  };
  const state: LiveState = {
    conversation: createConversation(emitter, { emitText }),
    texts,
    lineTexts,
    lineId: undefined,
    onFailure(failure) {
      state.failure = failure;
    },
    onPrinted(text, id) {
      state.ownWords = { text, id };
    },
    listener: {
      onSpeech() {},
      onInterrupt() {
        state.isInterrupted = true;
      },
    },
    streams: new Map(),
    costBefore: countsOn(options) ? (options.usageBefore?.cost_usd ?? 0) : 0,
    modelsBefore: new Map(),
    countBefore: countsOn(options) ? options.usageBefore : undefined,
    isCountKnown: !countsOn(options) || options.usageBefore !== undefined,
    messages: createLineUsage(),
    tasks: new Map(),
    broken: undefined,
    countsOnePiece: countsOnePiece(options),
    inOnePiece: undefined,
    begunMessages: new Set(),
    emittedUsage: NO_USAGE,
    emittedBeside: undefined,
    ownWords: undefined,
    isInTurn: false,
    hasResult: false,
    isSilent: true,
    isCompacted: false,
    isInterrupted: false,
    failure: undefined,
  };
  return state;
}

/** The first version looked at that goes on adding to what a session cost when it resumes it. */
const COST_OF_SESSION_SINCE = '2.1.277';

/** The last version that doesn't count a reply that came in one piece. */
const ONE_PIECE_UNCOUNTED_UNTIL = '2.1.76';

function countsOnePiece({ version }: LiveOptions): boolean {
  return version === undefined || compareVersions(version, ONE_PIECE_UNCOUNTED_UNTIL) > 0;
}

function countsOn({ version }: LiveOptions): boolean {
  return version === undefined || compareVersions(version, COST_OF_SESSION_SINCE) >= 0;
}

/** The first record of a turn begins it. */
export function beginTurn(state: LiveState): void {
  if (state.isInTurn) return;
  state.isInTurn = true;
  state.conversation.chain.emitter.emit({ type: 'turn', status: 'started' });
}

/** The model speaks. A turn that was to fail goes on then: a reply was too long, and there is more of it. */
export function goOn(state: LiveState): void {
  const { failure, conversation } = state;
  beginTurn(state);
  if (failure === undefined || conversation.chain.parentId !== undefined) return;
  state.failure = undefined;
  conversation.chain.emitter.emit(setbackEvent(failure));
}

/**
 * The stream of pieces is at an end without its message's end: the reply broke off, and the CLI asks
 * for another. Blocks that did not come whole are dropped.
 */
export function dropStream(state: LiveState): void {
  const { streams, texts, conversation } = state;
  const { parentId } = conversation.chain;
  const stream = streams.get(parentId);
  if (stream === undefined) return;
  for (const id of stream.pieced) texts.takeBack(id);
  noteBroken(state, stream);
  streams.delete(parentId);
}

/** The turn is over. */
export function leaveTurn(state: LiveState): void {
  state.isInTurn = false;
  state.hasResult = true;
  state.isInterrupted = false;
  state.isCompacted = false;
  state.streams.clear();
}
