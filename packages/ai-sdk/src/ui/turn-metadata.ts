import type { LanguageModelV3Usage } from '@ai-sdk/provider';
import type { JsonObject } from '@dragoman/protocol';
import type { FinishPart } from '../mapping/model-part.js';

/** What is known of a turn beside what it said, as the metadata of its message. */
export interface TurnMetadata {
  /** What the agent has said of its session, where that is new. */
  session(known: {
    sessionId: string | undefined;
    modelId: string | undefined;
  }): JsonObject | undefined;
  /** With the figures of the whole turn so far: a page replaces metadata, it adds nothing up. */
  finish(part: FinishPart): JsonObject;
}

const FIGURES: Readonly<Record<string, (usage: LanguageModelV3Usage) => number | undefined>> = {
  inputTokens: ({ inputTokens }) => inputTokens.total,
  cachedInputTokens: ({ inputTokens }) => inputTokens.cacheRead,
  outputTokens: ({ outputTokens }) => outputTokens.total,
  reasoningTokens: ({ outputTokens }) => outputTokens.reasoning,
};

export function createTurnMetadata(): TurnMetadata {
  const figures: Record<string, number> = {};
  let costUsd: number | undefined;
  let given = '';

  return {
    session({ sessionId, modelId }) {
      const known = {
        ...(sessionId !== undefined && { sessionId }),
        ...(modelId !== undefined && { modelId }),
      };
      const text = JSON.stringify(known);
      if (text === given || text === '{}') return undefined;
      given = text;
      return { dragoman: known };
    },
    finish({ usage, providerMetadata }) {
      for (const [name, of] of Object.entries(FIGURES)) {
        const more = of(usage);
        if (more !== undefined) figures[name] = (figures[name] ?? 0) + more;
      }
      const { costUsd: cost, ...known } = providerMetadata?.dragoman ?? {};
      if (typeof cost === 'number') costUsd = (costUsd ?? 0) + cost;
      return {
        dragoman: {
          ...known,
          ...(costUsd !== undefined && { costUsd }),
          ...(Object.keys(figures).length > 0 && { usage: { ...figures } }),
        },
      };
    },
  };
}
