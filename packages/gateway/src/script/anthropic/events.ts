import type { Reply } from '../reply.js';
import { eventText, type ModelFailure, type StreamEvent } from '../wire.js';
import { contentBlocks } from './content-block.js';
import { messageStart, stopReason } from './message.js';

/** The events of a Messages stream, in the order in which the API sends them. */
export function* messageEvents(reply: Reply): Generator<StreamEvent> {
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

export function failureText({ message, code }: ModelFailure): string {
  return eventText(streamEvent('error', { error: { type: code ?? 'api_error', message } }));
}

function streamEvent(type: string, fields: Readonly<Record<string, unknown>>): StreamEvent {
  return { event: type, data: { type, ...fields } };
}
