import { createModel, type ModelSettings } from '../model/create-model.js';
import { type AgentProviderV4, createProviderV4 } from './provider.js';

/** Agents as language models. */
export type DragomanProvider = AgentProviderV4<ModelSettings>;

/**
 * Makes a provider of agents that share their settings.
 *
 * @example
 * const dragoman = createDragoman({ cwd: '/srv/project' });
 * const { text } = await generateText({ model: dragoman('codex'), prompt: 'What is this project?' });
 */
export function createDragoman(shared: ModelSettings = {}): DragomanProvider {
  return createProviderV4((agent, settings) => createModel(agent, { ...shared, ...settings }));
}
