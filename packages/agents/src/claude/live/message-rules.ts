import type { JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { asText, objectAt, textAt } from '../../interpret/json-fields.js';
import { blocksOf, readBlocks } from '../content/assistant-message.js';
import { emitPrinted, ownWordsKind, readOwnWords } from '../content/own-words.js';
import { type Reading, unknownReading } from '../content/rule-reader.js';
import { ANYTHING, emitSpeech, IN_BLOCKS, REPLAYED } from '../content/speech.js';
import { readUserMessage } from '../content/user-message.js';
import { noteInOnePiece, noteUsage } from './line-usage.js';
import { beginTurn, dropStream, goOn, type LiveState } from './state.js';

/** Reads a message of the agent, or of the CLI in its role. */
export function readAssistant(record: JsonObject, state: LiveState, emitter: Emitter): Reading {
  const message = objectAt(record, 'message');
  const blocks = blocksOf(message);
  if (blocks === undefined) return unknownReading('assistant');
  beginTurn(state);
  state.isSilent = false;
  const kind = ownWordsKind(record, message);
  if (kind !== undefined) return readOwnWords(kind, record, state, emitter);
  goOn(state);
  const { parentId } = state.conversation.chain;
  const streamed = state.streams.get(parentId)?.messageId;
  if (streamed !== undefined && textAt(message, 'id') !== streamed) dropStream(state);
  if (message !== undefined) noteInOnePiece(state, message);
  noteLine(message, state);
  return readBlocks(message, blocks, asText(record.uuid), state.conversation);
}

/** The lines of a message may have its end, and no piece: the message broke off, and came in one piece. */
function noteLine(message: JsonObject | undefined, state: LiveState): void {
  const id = textAt(message, 'id');
  const isLast = textAt(message, 'stop_reason') !== undefined;
  if (id === undefined) return;
  noteUsage(state, id, objectAt(message, 'usage'), isLast);
  const stream = state.streams.get(state.conversation.chain.parentId);
  if (isLast && stream?.messageId === id) stream.isEnded = true;
}

/**
 * Emits what the CLI said before this record. Up to 1.0 only the result says whether those are the
 * words of a failure.
 */
export function settleOwnWords(state: LiveState, next: JsonObject = {}): void {
  const { ownWords } = state;
  if (ownWords === undefined) return;
  state.ownWords = undefined;
  const isFailure = next.type === 'result' && next.is_error === true;
  if (isFailure && next.result === ownWords.text) {
    state.failure = { message: ownWords.text };
    return;
  }
  const { chain } = state.conversation;
  const { parentId } = chain;
  chain.parentId = undefined;
  emitPrinted(chain, ownWords.text, ownWords.id);
  chain.parentId = parentId;
}

/** Reads a message in the role of the user. */
export function readUser(record: JsonObject, state: LiveState): Reading {
  const { conversation, listener } = state;
  const message = objectAt(record, 'message');
  if (blocksOf(message) === undefined) return unknownReading('user');
  beginTurn(state);
  conversation.richResult = record.tool_use_result;
  const reading = readUserMessage(message, conversation);
  conversation.richResult = undefined;
  const isSummary = state.isCompacted || record.isSynthetic === true;
  state.isCompacted = false;
  const origin = {
    id: asText(record.uuid),
    addedBy: addedBy(record, state),
    mayBe: isSummary ? ANYTHING : record.isReplay === true ? REPLAYED : IN_BLOCKS,
  };
  emitSpeech(conversation, origin, listener);
  return reading;
}

function addedBy(record: JsonObject, { conversation }: LiveState): string | undefined {
  if (conversation.chain.parentId !== undefined) return 'task';
  // The prompt is repeated only when asked for.
  return record.isReplay === true ? undefined : 'meta';
}
