import type { JsonObject } from '@dragoman/protocol';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText, numberAt, objectAt, textAt } from '../../interpret/json-fields.js';
import { mapped, metadata, type RecordRules } from '../../interpret/record-rule.js';
import { noteUsage } from './line-usage.js';
import { dropStream, goOn, type LiveState, type StreamPosition } from './state.js';

/** How each event of a stream of pieces is read, by its type. */
export const streamRules: RecordRules<LiveState> = {
  message_start: mapped('the id of the pieces', readMessageStart),
  content_block_start: mapped('the id of the pieces', readBlockStart),
  content_block_delta: mapped('`message` or `reasoning`, a piece', readDelta),
  content_block_stop: metadata('the block came whole before it'),
  message_delta: mapped('`usage` of a turn that is cut off before its result', readMessageDelta),
  message_stop: metadata('the blocks of the message came before it'),
  ping: metadata('says nothing'),
  error: metadata('`assistant` and `result` say what becomes of it'),
};

function streamOf({ streams, conversation }: LiveState): StreamPosition | undefined {
  return streams.get(conversation.chain.parentId);
}

function readMessageStart(event: JsonObject, state: LiveState): Disposition {
  const message = objectAt(event, 'message');
  const messageId = textAt(message, 'id');
  const { chain, blockIds } = state.conversation;
  if (messageId === undefined) {
    // The pieces that follow are not those of the message before.
    state.streams.delete(chain.parentId);
    return 'unknown';
  }
  state.begunMessages.add(messageId);
  dropStream(state);
  goOn(state);
  blockIds.begin(messageId);
  const usage = objectAt(message, 'usage') ?? {};
  state.streams.set(chain.parentId, { messageId, usage, pieced: new Set(), isEnded: false });
  return 'mapped';
}

function readBlockStart(event: JsonObject, state: LiveState): Disposition {
  const index = numberAt(event, 'index');
  const block = objectAt(event, 'content_block');
  const type = textAt(block, 'type');
  const { streams, conversation } = state;
  // Around 1.0.109 the pieces of a call name the call itself as the one that they are below.
  const isOwnCall = textAt(block, 'id') === conversation.chain.parentId;
  const stream = streamOf(state) ?? (isOwnCall ? streams.get(undefined) : undefined);
  if (index === undefined || type === undefined || stream === undefined) return 'unknown';
  conversation.blockIds.moveTo(stream.messageId, index, type);
  return 'mapped';
}

/** What a message used is known when it ends. One that was given up may end long after it. */
function readMessageDelta(event: JsonObject, state: LiveState): Disposition {
  const usage = objectAt(event, 'usage');
  const stream = streamOf(state);
  if (usage === undefined) return 'unknown';
  if (stream === undefined) return 'metadata';
  stream.isEnded = true;
  noteUsage(state, stream.messageId, { ...stream.usage, ...usage }, true);
  return 'mapped';
}

/** The member of each delta that holds the piece. `assistant` has the whole of all of them. */
const PIECES: ReadonlyMap<unknown, string> = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['input_json_delta', 'partial_json'],
  ['signature_delta', 'signature'],
  ['citations_delta', 'citation'],
  ['compaction_delta', 'content'],
]);

function readDelta(event: JsonObject, state: LiveState): Disposition {
  const delta = objectAt(event, 'delta');
  const member = PIECES.get(delta?.type);
  const stream = streamOf(state);
  const index = numberAt(event, 'index');
  if (delta === undefined || member === undefined || delta[member] === undefined) return 'unknown';
  if (index === undefined) return 'unknown';
  // Whose they are matters only for words.
  if (member !== 'text' && member !== 'thinking') return 'mapped';
  if (stream === undefined) return 'unknown';
  const content = asText(delta[member]);
  if (content === undefined) return 'unknown';
  const { chain, blockIds } = state.conversation;
  const id = blockIds.ofPiece(stream.messageId, index);
  stream.pieced.add(id);
  const parent = chain.parentId === undefined ? {} : { parent_tool_id: chain.parentId };
  if (member === 'thinking') state.texts.piece({ type: 'reasoning', content, id, ...parent });
  else state.texts.piece({ type: 'message', role: 'assistant', content, id, ...parent });
  return 'mapped';
}
