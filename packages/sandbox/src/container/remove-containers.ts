import { DragomanError } from '@dragoman/protocol';
import type { ContainerEngine } from './container-engine.js';
import { sandboxFilter } from './container-labels.js';
import type { EngineAbilities } from './engine-abilities.js';
import { engineFailure } from './engine-failure.js';

const GONE = /no such (container|object)|no container with name or id/i;

/** Ends and removes a container, and makes sure of it. One that isn't there is no error. */
export async function removeContainer(
  engine: ContainerEngine,
  { removal }: EngineAbilities,
  name: string,
): Promise<void> {
  const removed = await engine.run([...removal, name]);
  const seen = await engine.run(['container', 'inspect', '--format', '{{.State.Status}}', name]);
  if (seen.exitCode !== 0 && GONE.test(seen.stderr)) return;
  const { why, remedy } = engineFailure(engine.name, seen.exitCode === 0 ? removed : seen);
  throw new DragomanError(
    'sandbox_removal_failed',
    `The container ${name} could not be removed. ${why} ${remedy}`,
  );
}

/** Ends and removes all that is left of a sandbox. */
export async function removeContainers(
  engine: ContainerEngine,
  abilities: EngineAbilities,
  id: string,
): Promise<void> {
  const list = ['ps', '--all', '--filter', sandboxFilter(id), '--format', '{{.Names}}'];
  const names = (await engine.ask(list)).split('\n').filter((name) => name !== '');
  for (const name of names) await removeContainer(engine, abilities, name);
}
