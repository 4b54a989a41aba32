import type { LanguageModelV3FinishReason, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { ModelPart, StopReason } from '../mapping/model-part.js';

/** Parts as specification V3 has them: without pings, and with its own reasons to finish. */
export function toV3Parts(parts: readonly ModelPart[]): LanguageModelV3StreamPart[] {
  const result: LanguageModelV3StreamPart[] = [];
  for (const part of parts) {
    if (part.type === 'finish') {
      result.push({ ...part, finishReason: v3FinishReason(part.finishReason) });
    } else if (part.type !== 'ping') result.push(part);
  }
  return result;
}

/** V3 has no word for a stream that broke off. */
export function v3FinishReason({ unified, raw }: StopReason): LanguageModelV3FinishReason {
  return unified === 'interrupted' ? { unified: 'other', raw: raw ?? unified } : { unified, raw };
}
