import type { Reply } from '../reply.js';
import { eventText, type ModelFailure, type StreamEvent, type Wire } from '../wire.js';
import { contentBlocks } from './content-block.js';
import { readMessagesRequest } from './request.js';

const model = (id: string) => ({
  type: 'model',
  id,
  display_name: id,
  created_at: '2025-01-01T00:00:00Z',
});

/** Anthropic Messages. */
export const anthropicWire: Wire = {
  dialect: 'anthropic',
  readRequest: (_url, body) => readMessagesRequest(body),
  events: messageEvents,
  failure: (_reply, error) => failureText(error),
  body: messageObject,
  tokenCount: (tokens) => ({ input_tokens: tokens }),
  models: (id) =>
    id === undefined
      ? { data: [model('scripted')], has_more: false, first_id: 'scripted', last_id: 'scripted' }
      : model(id),
};

/** The events of a Messages stream, in the order in which the API sends them. */
function* messageEvents(reply: Reply): Generator<StreamEvent> {
  yield streamEvent('message_start', { message: messageStart(reply) });
  yield streamEvent('ping', {});
  for (const [index, block] of contentBlocks(reply).entries()) {
    yield streamEvent('content_block_start', { index, content_block: block.start });
    for (const delta of block.deltas) yield streamEvent('content_block_delta', { index, delta });
    yield streamEvent('content_block_stop', { index });
  }
  const delta = { stop_reason: stopReason(reply), stop_sequence: null };
  const usage = { output_tokens: reply.usage.output };
  yield { ...streamEvent('message_delta', { delta, usage }), completes: true };
  yield { ...streamEvent('message_stop', {}), completes: true };
}

function failureText({ message, code }: ModelFailure): string {
  return eventText(streamEvent('error', { error: { type: code ?? 'api_error', message } }));
}

function streamEvent(type: string, fields: Readonly<Record<string, unknown>>): StreamEvent {
  return { event: type, data: { type, ...fields } };
}

/** The message that an answer is; a streamed one begins without content. */
function messageObject(reply: Reply): Readonly<Record<string, unknown>> {
  return {
    ...messageStart(reply),
    content: contentBlocks(reply).map(({ whole }) => whole),
    stop_reason: stopReason(reply),
    usage: { ...inputUsage(reply), output_tokens: reply.usage.output },
  };
}

function messageStart(reply: Reply): Readonly<Record<string, unknown>> {
  return {
    id: `msg_${reply.tag}`,
    type: 'message',
    role: 'assistant',
    model: reply.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    // The API counts the first output token here; the rest comes at the end.
    usage: { ...inputUsage(reply), output_tokens: Math.min(1, reply.usage.output) },
  };
}

const STOP_REASONS = { limit: 'max_tokens', refusal: 'refusal', call: 'tool_use' } as const;

function stopReason({ stop, items }: Reply): string {
  if (stop !== undefined) return STOP_REASONS[stop];
  return items.some(({ kind }) => kind === 'call') ? 'tool_use' : 'end_turn';
}

/** `input_tokens` leaves out what was read from the cache. */
function inputUsage({ usage }: Reply): Readonly<Record<string, number>> {
  return {
    input_tokens: usage.input - usage.cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cached,
  };
}
