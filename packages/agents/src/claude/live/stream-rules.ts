import type { DragomanEvent, JsonObject, MessageEvent, ReasoningEvent } from '@dragoman/protocol';
import { numberAt, objectAt, textAt } from '../../interpret/json-fields.js';
import { mapped, metadata, type Rules } from '../../interpret/rule.js';
import { blockId } from '../content/conversation.js';
import { emitOf } from '../content/emitter.js';
import type { LiveState } from './live-state.js';

const TOLD: readonly DragomanEvent[] = [];

/** How each event of a stream of pieces is carried, by its type. */
export const streamRules: Rules<LiveState> = {
  message_start: mapped('the id under which the pieces are told', readMessageStart),
  content_block_start: mapped('the id under which the pieces are told', readBlockStart),
  content_block_delta: mapped('`message` or `reasoning`, a piece', readDelta),
  content_block_stop: metadata('the block has come whole before it'),
  message_delta: mapped('`usage` of a turn that is cut off before its result', readMessageDelta),
  message_stop: metadata('the message has been told'),
  ping: metadata('says nothing'),
  error: metadata('what becomes of it is told by `assistant` and `result`'),
};

function readMessageStart(event: JsonObject, state: LiveState): typeof TOLD | undefined {
  const message = objectAt(event, 'message');
  const messageId = textAt(message, 'id');
  if (messageId === undefined) return undefined;
  state.streams.set(state.conversation.emitter.parentId, {
    messageId,
    usage: objectAt(message, 'usage') ?? {},
    index: undefined,
    type: undefined,
  });
  return TOLD;
}

function readBlockStart(event: JsonObject, state: LiveState): typeof TOLD | undefined {
  const index = numberAt(event, 'index');
  const stream = state.streams.get(state.conversation.emitter.parentId);
  if (index === undefined) return undefined;
  if (stream !== undefined) {
    stream.index = index;
    stream.type = textAt(objectAt(event, 'content_block'), 'type');
  }
  return TOLD;
}

/** What a message used is known when it ends. */
function readMessageDelta(event: JsonObject, state: LiveState): typeof TOLD {
  const { parentId } = state.conversation.emitter;
  const stream = state.streams.get(parentId);
  const usage = objectAt(event, 'usage');
  if (parentId === undefined && stream !== undefined && usage !== undefined) {
    state.messages.note(stream.messageId, { ...stream.usage, ...usage }, true);
  }
  return TOLD;
}

type Piece = MessageEvent | ReasoningEvent;

/** The deltas that are pieces of a text. The others belong to what `assistant` tells whole. */
const PIECES: ReadonlyMap<string | undefined, (delta: JsonObject) => Piece | undefined> = new Map<
  string | undefined,
  (delta: JsonObject) => Piece | undefined
>([
  ['text_delta', (delta) => spoken(textAt(delta, 'text'))],
  ['thinking_delta', (delta) => thought(textAt(delta, 'thinking'))],
  ['input_json_delta', () => undefined],
  ['signature_delta', () => undefined],
  ['citations_delta', () => undefined],
  ['compaction_delta', () => undefined],
]);

function readDelta(event: JsonObject, state: LiveState): typeof TOLD | undefined {
  const delta = objectAt(event, 'delta');
  const read = PIECES.get(textAt(delta, 'type'));
  if (delta === undefined || read === undefined) return undefined;
  const piece = read(delta);
  if (piece === undefined) return TOLD;
  const { emitter } = state.conversation;
  const stream = state.streams.get(emitter.parentId);
  const index = numberAt(event, 'index') ?? stream?.index;
  if (stream !== undefined && index !== undefined) piece.id = blockId(stream.messageId, index);
  emitOf(emitter, piece);
  return TOLD;
}

function spoken(content: string | undefined): Piece | undefined {
  return content === undefined
    ? undefined
    : { type: 'message', role: 'assistant', content, delta: true };
}

function thought(content: string | undefined): Piece | undefined {
  return content === undefined ? undefined : { type: 'reasoning', content, delta: true };
}
