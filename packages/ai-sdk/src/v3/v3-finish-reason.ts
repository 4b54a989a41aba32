import type { LanguageModelV3FinishReason } from '@ai-sdk/provider';
import type { StopReason } from '../mapping/model-part.js';

/** V3 has no word for a stream that broke off. */
export function v3FinishReason({ unified, raw }: StopReason): LanguageModelV3FinishReason {
  return unified === 'interrupted' ? { unified: 'other', raw: raw ?? unified } : { unified, raw };
}
