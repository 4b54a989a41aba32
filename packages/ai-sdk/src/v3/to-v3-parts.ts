import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { ModelPart } from '../mapping/model-part.js';

/** Parts as specification V3 has them: without pings, and a stream that broke off stopped otherwise. */
export function toV3Parts(parts: readonly ModelPart[]): LanguageModelV3StreamPart[] {
  const result: LanguageModelV3StreamPart[] = [];
  for (const part of parts) {
    if (part.type === 'finish') {
      const { unified, raw } = part.finishReason;
      const known = unified === 'interrupted' ? 'other' : unified;
      result.push({
        ...part,
        finishReason: { unified: known, raw: unified === 'interrupted' ? (raw ?? unified) : raw },
      });
    } else if (part.type !== 'ping') result.push(part);
  }
  return result;
}
