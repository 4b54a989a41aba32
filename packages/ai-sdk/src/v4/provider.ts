import type { LanguageModelV4, LanguageModelV4StreamPart, ProviderV4 } from '@ai-sdk/provider-v4';
import type { AgentModel, PartFace } from '../model/agent-model.js';
import { collectTurn } from '../model/collect-turn.js';
import { refuseModel } from '../model/refuse-model.js';

/** Agents as language models. */
export interface AgentProviderV4<Settings> extends ProviderV4 {
  /** The model of an agent such as `codex` or `codex@0.58.0`. What is set here wins. */
  (agent: string, settings?: Partial<Settings>): LanguageModelV4;
}

/** A provider of the models that a function makes. */
export function createProviderV4<Settings>(
  createModel: (agent: string, settings: Partial<Settings>) => AgentModel,
): AgentProviderV4<Settings> {
  const create = (agent: string, settings: Partial<Settings> = {}): LanguageModelV4 =>
    createLanguageModelV4(agent, createModel(agent, settings));
  return Object.assign(create, {
    specificationVersion: 'v4' as const,
    languageModel: (agent: string) => create(agent),
    embeddingModel: refuseModel('embeddingModel'),
    imageModel: refuseModel('imageModel'),
  });
}

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
