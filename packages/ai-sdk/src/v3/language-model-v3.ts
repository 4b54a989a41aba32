import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { AgentModel, PartFace } from '../model/agent-model.js';
import { collectTurn } from '../model/collect-turn.js';
import { toV3Parts } from './to-v3-parts.js';
import { v3FinishReason } from './v3-finish-reason.js';

const FACE: PartFace<LanguageModelV3StreamPart> = {
  first: (warnings) => [{ type: 'stream-start', warnings: [...warnings] }],
  parts: toV3Parts,
};

/** An agent as a language model of specification V3: AI SDK 6. */
export function createLanguageModelV3(modelId: string, model: AgentModel): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'dragoman',
    modelId,
    // What is only named by an address, the SDK fetches.
    supportedUrls: {},
    async doStream(call) {
      const { stream, body } = await model.start(call, FACE);
      return { stream, request: { body } };
    },
    async doGenerate(call) {
      const { finishReason, ...turn } = await collectTurn(model, call);
      return { ...turn, finishReason: v3FinishReason(finishReason) };
    },
  };
}
