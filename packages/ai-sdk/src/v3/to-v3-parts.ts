import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { ModelPart } from '../mapping/model-part.js';
import { v3FinishReason } from './v3-finish-reason.js';

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
