import type { Reply } from '../reply.js';
import { contentBlocks } from './content-block.js';

/** The message that an answer is; a streamed one begins without content. */
export function messageObject(reply: Reply): Readonly<Record<string, unknown>> {
  return {
    ...messageStart(reply),
    content: contentBlocks(reply).map(({ whole }) => whole),
    stop_reason: stopReason(reply),
    usage: { ...inputUsage(reply), output_tokens: reply.usage.output },
  };
}

export function messageStart(reply: Reply): Readonly<Record<string, unknown>> {
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

export function stopReason(reply: Reply): 'tool_use' | 'end_turn' {
  return reply.items.some(({ kind }) => kind === 'call') ? 'tool_use' : 'end_turn';
}

/** `input_tokens` leaves out what was read from the cache. */
function inputUsage({ usage }: Reply): Readonly<Record<string, number>> {
  return {
    input_tokens: usage.input - usage.cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cached,
  };
}
