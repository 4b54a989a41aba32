import type { JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { asText, objectAt, textAt } from '../../interpret/json-fields.js';
import { blocksOf, readBlocks } from '../content/assistant-message.js';
import { ownWordsKind, readOwnWords } from '../content/own-words.js';
import { type Reading, unknownReading } from '../content/rule-reader.js';
import {
  announcesOutput,
  emitSpeech,
  IN_BLOCKS,
  QUEUED,
  TYPED,
  UNPROMPTED,
  WRITTEN,
} from '../content/speech.js';
import { isResult, readUserMessage } from '../content/user-message.js';
import type { QueueOrigin } from './prompt-queue.js';
import { introduceModel, type SavedState } from './state.js';

/** Reads a message of the agent, or of the CLI in its role. */
export function readAssistant(record: JsonObject, state: SavedState, emitter: Emitter): Reading {
  const { conversation, turns, usage } = state;
  const message = objectAt(record, 'message');
  const kind = ownWordsKind(record, message);
  if (kind !== undefined) return readOwnWords(kind, record, state, emitter);
  const blocks = blocksOf(message);
  if (blocks === undefined) return unknownReading('assistant');
  if (conversation.chain.parentId === undefined) {
    introduceModel(asText(message?.model), state, emitter);
    turns.goOn(asText(message?.stop_reason));
  }
  const recordId = asText(record.uuid);
  const id = asText(message?.id) ?? recordId;
  if (id !== undefined) usage.begin(id, objectAt(message, 'usage'));
  const reading = readBlocks(message, blocks, recordId, conversation);
  if (id !== undefined) usage.emittedAs(conversation.message.emittedAs);
  return reading;
}

/** Reads a message in the role of the user. */
export function readUser(record: JsonObject, state: SavedState, emitter: Emitter): Reading {
  const { conversation, turns } = state;
  const message = objectAt(record, 'message');
  const content = message?.content;
  conversation.richResult = record.toolUseResult;
  const reading = readUserMessage(message, conversation);
  conversation.richResult = undefined;
  const { texts, images } = conversation.said;
  if (isResult(reading) && conversation.chain.parentId === undefined) turns.goOnAfterResult();
  if (texts.length === 0 && images.length === 0) return reading;
  if (record.isCompactSummary === true) {
    emitter.emit({ type: 'compaction', summary: texts.join('\n') });
  } else {
    const origin = {
      id: asText(record.uuid),
      addedBy: addedBy(record, state),
      mayBe: kindsIn(record, content, state),
    };
    emitSpeech(conversation, origin, state.split.listenerFor(record, state.listener));
  }
  state.isAfterCommand = texts.some(announcesOutput);
  return reading;
}

/** The copy that resuming a session makes up to 1.0 has every text in blocks; nothing interrupts what has not begun. */
function kindsIn(record: JsonObject, content: unknown, state: SavedState): typeof TYPED {
  const origin = queueOrigin(content, state);
  if (typeof content !== 'string') {
    if (record.parentUuid !== null) return IN_BLOCKS;
  } else if (isTyped(record, content)) return TYPED;
  else if (origin !== undefined && !isEndOfTask(content)) {
    return origin === 'typed' ? TYPED : QUEUED;
  }
  return state.isAfterCommand ? WRITTEN : UNPROMPTED;
}

/** The first text behind what was taken from the queue is that. What sub-agents are told never waits. */
function queueOrigin(content: unknown, { conversation, queue }: SavedState): QueueOrigin {
  if (conversation.chain.parentId !== undefined) return undefined;
  return queue.take(asText(content) ?? '');
}

/**
 * Whether a record surely holds what a person typed: from 2.1 on it says what the agent might do then,
 * and where it came from if from no person. What an editor adds comes in blocks. Some versions don't
 * say that they report the end of a task themselves.
 */
function isTyped(record: JsonObject, content: string): boolean {
  const { permissionMode, promptSource } = record;
  if (permissionMode === undefined) return false;
  const origin = textAt(objectAt(record, 'origin'), 'kind');
  const isUnsaid = promptSource === undefined && origin === undefined;
  if (isUnsaid && isEndOfTask(content)) return false;
  return promptSource !== 'system' && (origin ?? HUMAN) === HUMAN;
}

/** Whether a text is what the CLI says when a task ends: in all versions that has a summary. */
function isEndOfTask(content: string): boolean {
  return content.startsWith(END_OF_TASK) && content.includes('<summary>');
}

const END_OF_TASK = '<task-notification>\n<task-id>';

const HUMAN = 'human';

function addedBy(record: JsonObject, { conversation }: SavedState): string | undefined {
  if (conversation.chain.parentId !== undefined) return 'task';
  return record.isMeta === true || record.isVisibleInTranscriptOnly === true ? 'meta' : undefined;
}
