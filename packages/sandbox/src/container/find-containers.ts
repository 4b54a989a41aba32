import { isJsonObject } from '@dragoman/protocol';
import { type ContainerEngine, objectsIn, parseAnswer } from './container-engine.js';
import { type LabelledSandbox, ownLabel, readLabels } from './container-labels.js';

/** A container of ours, as its engine and its labels tell it. */
export interface FoundContainer {
  readonly name: string;
  /** Such as `running` or `exited`. */
  readonly status: string;
  readonly sandbox: LabelledSandbox;
}

/** All containers of an engine that carry our labels. */
export async function findContainers(engine: ContainerEngine): Promise<readonly FoundContainer[]> {
  const list = ['ps', '--all', '--quiet', '--filter', `label=${ownLabel}`];
  const ids = (await engine.ask(list)).split('\n').filter((id) => id !== '');
  if (ids.length === 0) return [];
  // It fails when one has gone in the meantime, and still tells the others.
  const { stdout } = await engine.run(['container', 'inspect', ...ids]);
  return objectsIn(parseAnswer(engine, stdout)).flatMap(readContainer);
}

function readContainer(container: Readonly<Record<string, unknown>>): FoundContainer[] {
  const { Name, State, Config } = container;
  const labels = isJsonObject(Config) && isJsonObject(Config.Labels) ? Config.Labels : {};
  const sandbox = readLabels(labels);
  if (typeof Name !== 'string' || sandbox === undefined) return [];
  const status = isJsonObject(State) ? String(State.Status) : 'unknown';
  // Docker writes names as paths.
  return [{ name: Name.replace(/^\//, ''), status, sandbox }];
}
