import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import type { FinishedPart } from '../faces/turn-view.js';
import type { KeptRequest } from './kept-request.js';

/** An item of a response. */
export interface OutputItem extends JsonObject {
  readonly id: string;
  readonly type: string;
}

export interface ResponseObject extends JsonObject {
  readonly id: string;
  readonly status: ResponseStatus;
  readonly output: readonly OutputItem[];
}

export type ResponseStatus = 'in_progress' | 'completed' | 'failed' | 'cancelled';

/** What stays the same while a response is made. */
export interface ResponseFrame {
  readonly id: string;
  readonly createdAt: string;
  /** As the caller named it. */
  readonly model: string;
  readonly agent: string;
  /** What was asked, where that is known: it is repeated. */
  readonly request?: KeptRequest | undefined;
}

const BY_STATUS: Readonly<Record<FinishedPart['status'], ResponseStatus>> = {
  waiting: 'completed',
  success: 'completed',
  canceled: 'cancelled',
  failed: 'failed',
  timeout: 'failed',
  stalled: 'failed',
  not_started: 'failed',
};

/** A response as it is now, or as it became. */
export function responseObject(
  { id, createdAt, model, request }: ResponseFrame,
  output: readonly OutputItem[],
  finished?: FinishedPart,
): ResponseObject {
  return {
    id,
    object: 'response',
    created_at: Math.floor(Date.parse(createdAt) / 1000),
    status: finished === undefined ? 'in_progress' : BY_STATUS[finished.status],
    background: request?.background ?? false,
    error: finished?.failure ?? null,
    incomplete_details: null,
    instructions: request?.instructions ?? null,
    max_output_tokens: null,
    max_tool_calls: null,
    metadata: request?.metadata ?? {},
    model,
    output,
    parallel_tool_calls: true,
    previous_response_id: request?.previous_response_id ?? null,
    reasoning: { effort: request?.reasoning?.effort ?? null, summary: null },
    service_tier: 'default',
    store: true,
    temperature: null,
    text: { format: request?.text?.format ?? { type: 'text' } },
    tool_choice: request?.tool_choice ?? 'auto',
    tools: request?.tools ?? [],
    top_p: null,
    truncation: 'disabled',
    usage: finished?.usage === undefined ? null : usageOf(finished.usage),
    user: null,
  };
}

function usageOf(figures: UsageFigures): JsonObject {
  return {
    input_tokens: figures.input_tokens,
    input_tokens_details: { cached_tokens: figures.cached_input_tokens ?? 0 },
    output_tokens: figures.output_tokens,
    output_tokens_details: { reasoning_tokens: figures.reasoning_tokens ?? 0 },
    total_tokens: figures.total_tokens,
  };
}
