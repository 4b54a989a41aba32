import type { Reply } from '../reply.js';
import type { ScriptUsage, Stop } from '../script.js';
import { outputItem } from './output-item.js';

/** No clock: the same script gives the same bytes. */
const CREATED_AT = 1_750_000_000;

const INCOMPLETE: ReadonlyMap<Stop | undefined, string> = new Map<Stop | undefined, string>([
  ['limit', 'max_output_tokens'],
  ['refusal', 'content_filter'],
]);

/** How an answer ends. Nothing says that a call was to follow. */
export function endOf({ stop }: Reply): 'completed' | 'incomplete' {
  return INCOMPLETE.has(stop) ? 'incomplete' : 'completed';
}

/** The `response` that a Responses answer is, and that its events carry. */
export function responseObject(
  reply: Reply,
  status: 'in_progress' | 'completed' | 'incomplete' | 'failed',
): Readonly<Record<string, unknown>> {
  const complete = status === endOf(reply);
  const reason = status === 'incomplete' ? INCOMPLETE.get(reply.stop) : undefined;
  return {
    id: `resp_${reply.tag}`,
    object: 'response',
    created_at: CREATED_AT,
    status,
    error: null,
    incomplete_details: reason === undefined ? null : { reason },
    model: reply.model,
    output: complete ? reply.items.map((item, index) => outputItem(item, reply, index).done) : [],
    usage: complete ? usageObject(reply.usage) : null,
  };
}

function usageObject({ input, cached, output, reasoning }: ScriptUsage): unknown {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}
