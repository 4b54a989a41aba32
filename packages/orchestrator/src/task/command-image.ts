import { agents, parseAgentReference } from '@dragoman/agents';
import { agentsImageName } from '@dragoman/runtime';
import type { RunContext } from '../run/run-context.js';
import { isCommandTask, type TaskInput } from '../run/task-input.js';

/**
 * The image in which commands of a task run that no agent runs: its check, and git when its work is
 * collected. It is the one that its agent works in. Undefined: its sandbox has no images, or the caller's
 * provider knows which.
 */
export function commandImage(
  { agent, settings, sandboxes }: RunContext,
  input: TaskInput,
): string | undefined {
  const asked = input.image ?? settings.image;
  const isGiven = typeof settings.sandbox === 'object';
  if (asked !== undefined || isGiven || !sandboxes.abilities.images) return asked;
  const reference = isCommandTask(input) ? agent : (input.agent ?? agent);
  const { name, version = agents[name].version } = parseAgentReference(reference);
  return agentsImageName({ [name]: version });
}
