import { type ListedTurn, listTurns, recoverTurn } from '@dragoman/runtime';
import { type FoundSandbox, type SandboxProvider, sandboxProviders } from '@dragoman/sandbox';
import { findStaleLocks } from './find-stale-locks.js';
import type { Leftover } from './leftover.js';

export interface Places {
  readonly stateDirectory: string;
  readonly cacheDirectory: string;
}

/**
 * All that processes which died have left behind, in the order in which it is best removed: a turn
 * takes its sandboxes and its lock along.
 */
export async function findLeftovers({
  stateDirectory,
  cacheDirectory,
}: Places): Promise<Leftover[]> {
  const [turns, sandboxes] = await Promise.all([
    listTurns(stateDirectory),
    unownedSandboxes(stateDirectory),
  ]);
  const abandoned = turns.filter(({ state }) => state === 'abandoned');
  const isOf = (turn: ListedTurn) => (sandbox: FoundSandbox) =>
    sandbox.id === turn.sandboxId || sandbox.labels.turn === turn.id;
  const alone = sandboxes.filter((sandbox) => !abandoned.some((turn) => isOf(turn)(sandbox)));
  return [
    ...abandoned.map((turn) => turnLeftover(turn, sandboxes.filter(isOf(turn)))),
    ...alone.map(sandboxLeftover),
    ...(await findStaleLocks({ stateDirectory, cacheDirectory, turns })),
  ];
}

async function unownedSandboxes(stateDirectory: string): Promise<FoundSandbox[]> {
  const providers: readonly SandboxProvider[] = Object.values(sandboxProviders({ stateDirectory }));
  // An engine that isn't there has no containers to list.
  const lists = await Promise.all(providers.map((provider) => provider.list().catch(() => [])));
  return lists.flat().filter(({ owned }) => !owned);
}

function turnLeftover(turn: ListedTurn, sandboxes: readonly FoundSandbox[]): Leftover {
  return {
    kind: 'turn',
    name: turn.id,
    about: `${turn.agent ?? 'an agent'} in ${turn.workspace}, without an end`,
    since: turn.createdAt,
    remains: sandboxes.flatMap(({ remains }) => remains),
    async remove() {
      await recoverTurn(turn.directory);
    },
  };
}

function sandboxLeftover(sandbox: FoundSandbox): Leftover {
  const { id, kind, createdAt, labels, remains } = sandbox;
  const made = Object.entries(labels).map(([name, value]) => `${name} ${value}`);
  return {
    kind: 'sandbox',
    name: id,
    about: [kind, ...made].join(', '),
    since: createdAt,
    remains,
    remove: () => sandbox.remove(),
  };
}
