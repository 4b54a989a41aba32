import { DragomanError, isJsonObject } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { FoundSandbox } from '../contract.js';
import { foundSandboxes, type MoreRemains } from '../record/found-sandboxes.js';
import { ownerIsAlive } from '../record/process-owner.js';
import type { SandboxRecord } from '../record/sandbox-record.js';
import { type ContainerEngine, objectsIn, parseAnswer } from './container-engine.js';
import { type LabelledSandbox, ownLabel, readLabels } from './container-labels.js';
import { engineAbilities } from './engine-abilities.js';
import { removeContainers } from './remove-containers.js';

interface ListOptions {
  readonly stateDirectory: string;
  /** Engines of this machine by name, those that are there. */
  readonly engines: readonly ContainerEngine[];
}

/**
 * All sandboxes made of containers: those with a record, and those whose record somebody removed
 * while there still were containers, whose labels say as much.
 */
export async function listContainerSandboxes({
  stateDirectory,
  engines,
}: ListOptions): Promise<readonly FoundSandbox[]> {
  const looks = await Promise.all(engines.map(look));
  const recorded = await foundSandboxes(stateDirectory, 'container', remainsIn(looks));
  const known = new Set(recorded.map(({ id }) => id));
  const strays = looks.flatMap(({ engine, containers }) => {
    const ours = containers.filter(({ sandbox }) => sandbox.stateDirectory === stateDirectory);
    const unknown = ours.filter(({ sandbox }) => !known.has(sandbox.id));
    const ids = [...new Set(unknown.map(({ sandbox }) => sandbox.id))];
    return ids.flatMap((id) =>
      strayOf(
        engine,
        unknown.filter(({ sandbox }) => sandbox.id === id),
      ),
    );
  });
  return [...recorded, ...strays];
}

interface EngineLook {
  readonly engine: ContainerEngine;
  readonly containers: readonly FoundContainer[];
  /** Why it could not be looked at. */
  readonly failure?: string;
}

/** An engine that doesn't work hides nothing: what is on record is shown with the reason. */
async function look(engine: ContainerEngine): Promise<EngineLook> {
  try {
    return { engine, containers: await findContainers(engine) };
  } catch (error) {
    return { engine, containers: [], failure: errorMessage(error) };
  }
}

function remainsIn(looks: readonly EngineLook[]): MoreRemains {
  const lookOf = ({ engine }: SandboxRecord) => looks.find((one) => one.engine.name === engine);
  return {
    async find(record) {
      const found = lookOf(record);
      const trouble = found === undefined ? notThere(record) : found.failure;
      if (trouble !== undefined) return [`perhaps containers: ${trouble}`];
      const own = found?.containers.filter(({ sandbox }) => sandbox.id === record.id) ?? [];
      return own.map(describe);
    },
    async remove(record) {
      const found = lookOf(record);
      if (found === undefined) {
        throw new DragomanError(
          'sandbox_removal_failed',
          `Sandbox ${record.id} was not removed: ${notThere(record)}. Install it again, so that its containers can be removed.`,
        );
      }
      await removeContainers(found.engine, await engineAbilities(found.engine), record.id);
    },
  };
}

function notThere({ engine }: SandboxRecord): string {
  return `they are ${engine ?? 'an engine'}'s, which is not to be found`;
}

function strayOf(engine: ContainerEngine, containers: readonly FoundContainer[]): FoundSandbox[] {
  const [first] = containers;
  if (first === undefined) return [];
  const { id, createdAt, labels, owner } = first.sandbox;
  return [
    {
      id,
      kind: 'container',
      createdAt,
      labels,
      owned: ownerIsAlive(owner),
      remains: containers.map(describe),
      async remove() {
        if (ownerIsAlive(owner)) {
          throw new DragomanError(
            'sandbox_owned',
            `Sandbox ${id} was not removed: process ${owner.pid}, which made it, still uses it. End that process first.`,
          );
        }
        await removeContainers(engine, await engineAbilities(engine), id);
      },
    },
  ];
}

function describe({ name, status }: FoundContainer): string {
  return `container ${name} (${status})`;
}

/** A container of Dragoman, as its engine and its labels describe it. */
interface FoundContainer {
  readonly name: string;
  /** Such as `running` or `exited`. */
  readonly status: string;
  readonly sandbox: LabelledSandbox;
}

/** All containers of an engine that carry our labels. */
async function findContainers(engine: ContainerEngine): Promise<readonly FoundContainer[]> {
  const list = ['ps', '--all', '--quiet', '--filter', `label=${ownLabel}`];
  const ids = (await engine.ask(list)).split('\n').filter((id) => id !== '');
  if (ids.length === 0) return [];
  // It fails if one is gone in the meantime, and still lists the others.
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
