import type { LanguageModelV3, LanguageModelV3StreamPart, ProviderV3 } from '@ai-sdk/provider';
import type { AgentModel, PartFace } from '../model/agent-model.js';
import { collectTurn } from '../model/collect-turn.js';
import { refuseModel } from '../model/refuse-model.js';
import { toV3Parts, v3FinishReason } from './to-v3-parts.js';

/** Agents as language models. */
export interface AgentProviderV3<Settings> extends ProviderV3 {
  /** The model of an agent such as `codex` or `codex@0.58.0`. What is set here wins. */
  (agent: string, settings?: Partial<Settings>): LanguageModelV3;
}

/** A provider of the models that a function makes. */
export function createProviderV3<Settings>(
  createModel: (agent: string, settings: Partial<Settings>) => AgentModel,
): AgentProviderV3<Settings> {
  const create = (agent: string, settings: Partial<Settings> = {}): LanguageModelV3 =>
    createLanguageModelV3(agent, createModel(agent, settings));
  return Object.assign(create, {
    specificationVersion: 'v3' as const,
    languageModel: (agent: string) => create(agent),
    embeddingModel: refuseModel('embeddingModel'),
    imageModel: refuseModel('imageModel'),
  });
}

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
