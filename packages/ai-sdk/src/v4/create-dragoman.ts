import type { LanguageModelV4, ProviderV4 } from '@ai-sdk/provider-v4';
import { createModel, type ModelSettings } from '../model/create-model.js';
import { refuseModel } from '../model/refuse-model.js';
import { createLanguageModelV4 } from './language-model-v4.js';

/** Agents as language models. */
export interface DragomanProvider extends ProviderV4 {
  /** The model of an agent such as `codex` or `codex@0.58.0`. What is set here wins. */
  (agent: string, settings?: ModelSettings): LanguageModelV4;
}

/**
 * Makes a provider of agents that share their settings.
 *
 * @example
 * const dragoman = createDragoman({ cwd: '/srv/project' });
 * const { text } = await generateText({ model: dragoman('codex'), prompt: 'What is this project?' });
 */
export function createDragoman(shared: ModelSettings = {}): DragomanProvider {
  const create = (agent: string, settings: ModelSettings = {}): LanguageModelV4 =>
    createLanguageModelV4(agent, createModel(agent, { ...shared, ...settings }));
  return Object.assign(create, {
    specificationVersion: 'v4' as const,
    languageModel: (agent: string) => create(agent),
    embeddingModel: refuseModel('embeddingModel'),
    imageModel: refuseModel('imageModel'),
  });
}
