import type { EndEvent, EndStatus } from '@dragoman/protocol';
import type { StopReason } from './model-part.js';

/** What models call it when they stop for another reason than that they are done. */
const SPECIAL_STOPS: Readonly<Record<string, 'length' | 'content-filter'>> = {
  max_tokens: 'length',
  max_output_tokens: 'length',
  length: 'length',
  MAX_TOKENS: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content-filter',
  content_filter: 'content-filter',
  SAFETY: 'content-filter',
};

const BY_STATUS: Readonly<Record<Exclude<EndStatus, 'success'>, 'error' | 'other'>> = {
  failed: 'error',
  not_started: 'error',
  timeout: 'other',
  stalled: 'other',
  canceled: 'other',
};

/** How a turn that ended this way stopped. `said` is the model's own word in its last message. */
export function stopReasonOf(
  { status, code }: Pick<EndEvent, 'status' | 'code'>,
  said: string | undefined,
): StopReason {
  if (status !== 'success') return { unified: BY_STATUS[status], raw: code ?? status };
  return { unified: SPECIAL_STOPS[said ?? ''] ?? 'stop', raw: said ?? status };
}
