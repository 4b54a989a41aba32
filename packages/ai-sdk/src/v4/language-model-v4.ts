import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider-v4';
import type { AgentModel, PartFace } from '../model/agent-model.js';
import { collectTurn } from '../model/collect-turn.js';

const FACE: PartFace<LanguageModelV4StreamPart> = {
  first: (warnings) => [{ type: 'stream-start', warnings: [...warnings] }],
  parts: (parts) => parts,
};

/** An agent as a language model of specification V4: AI SDK 7. */
export function createLanguageModelV4(modelId: string, model: AgentModel): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'dragoman',
    modelId,
    // What is only named by an address, the SDK fetches.
    supportedUrls: {},
    async doStream(call) {
      const { stream, body } = await model.start(call, FACE);
      return { stream, request: { body } };
    },
    doGenerate: (call) => collectTurn(model, call),
  };
}
