import type { LanguageModelV3, ProviderV3 } from '@ai-sdk/provider';
import { createModel, type ModelSettings } from '../model/create-model.js';
import { refuseModel } from '../model/refuse-model.js';
import { createLanguageModelV3 } from './language-model-v3.js';

/** Agents as language models. */
export interface DragomanProvider extends ProviderV3 {
  /** The model of an agent such as `codex` or `codex@0.58.0`. What is set here wins. */
  (agent: string, settings?: ModelSettings): LanguageModelV3;
}

/**
 * Makes a provider of agents that share their settings.
 *
 * @example
 * const dragoman = createDragoman({ cwd: '/srv/project' });
 * const { text } = await generateText({ model: dragoman('codex'), prompt: 'What is this project?' });
 */
export function createDragoman(shared: ModelSettings = {}): DragomanProvider {
  const create = (agent: string, settings: ModelSettings = {}): LanguageModelV3 =>
    createLanguageModelV3(agent, createModel(agent, { ...shared, ...settings }));
  return Object.assign(create, {
    specificationVersion: 'v3' as const,
    languageModel: (agent: string) => create(agent),
    embeddingModel: refuseModel('embeddingModel'),
    imageModel: refuseModel('imageModel'),
  });
}
