import { DragomanError } from '@dragoman/protocol';
import { defaultStateDirectory, type FoundSandbox, sandboxProviders } from '@dragoman/sandbox';
import { defaultCacheDirectory } from '../install/cache-directory.js';
import { endOf } from '../turn/end-of.js';
import { type ListedTurn, listTurns } from '../turn/list-turns.js';
import { recoverTurn } from '../watchdog/recover-turn.js';
import { findAbandonedInstalls } from './find-abandoned-installs.js';
import { findOrphanedHomes } from './find-orphaned-homes.js';
import { findStaleHomeLocks } from './find-stale-home-locks.js';
import { findThrowawayHomes } from './find-throwaway-homes.js';
import { findUnrecordedTurns } from './find-unrecorded-turns.js';
import type { Leftover } from './leftover.js';

export interface LeftoverOptions {
  /** Default: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
  readonly stateDirectory?: string | undefined;
  /** Default: `$DRAGOMAN_CACHE`, or `dragoman` in the user's cache folder. */
  readonly cacheDirectory?: string | undefined;
  /** Where throwaway HOMEs lie. Default: the system's temporary folder. */
  readonly temporaryDirectory?: string | undefined;
}

/**
 * All that processes which died have left behind, in the order in which it is best removed: a turn
 * takes its sandboxes and its lock along.
 */
export async function findLeftovers({
  stateDirectory = defaultStateDirectory(),
  cacheDirectory = defaultCacheDirectory(),
  temporaryDirectory,
}: LeftoverOptions = {}): Promise<readonly Leftover[]> {
  const [turns, sandboxes, unrecorded, locks, homes, throwaways, installs] = await Promise.all([
    listTurns(stateDirectory),
    unownedSandboxes(stateDirectory),
    findUnrecordedTurns(stateDirectory),
    findStaleHomeLocks(stateDirectory),
    findOrphanedHomes(stateDirectory),
    findThrowawayHomes(temporaryDirectory),
    findAbandonedInstalls(cacheDirectory),
  ]);
  const abandoned = turns.filter(({ state }) => state === 'abandoned');
  const isOf = (turn: ListedTurn) => (sandbox: FoundSandbox) =>
    sandbox.id === turn.sandboxId || sandbox.labels.turn === turn.id;
  const alone = sandboxes.filter((sandbox) => !abandoned.some((turn) => isOf(turn)(sandbox)));
  return [
    ...abandoned.map((turn) => turnLeftover(turn, sandboxes.filter(isOf(turn)))),
    ...alone.map(sandboxLeftover),
    ...unrecorded,
    ...locks,
    ...homes,
    ...throwaways,
    ...installs,
  ];
}

async function unownedSandboxes(stateDirectory: string): Promise<FoundSandbox[]> {
  const providers = Object.values(sandboxProviders({ stateDirectory }));
  const lists = await Promise.all(providers.map((provider) => provider.list()));
  return lists.flat().filter(({ owned }) => !owned);
}

function turnLeftover(turn: ListedTurn, sandboxes: readonly FoundSandbox[]): Leftover {
  return {
    kind: 'turn',
    name: turn.id,
    about: `${turn.agent ?? 'an agent'} in ${turn.workspace}, ${turn.end === undefined ? 'without an end' : 'whose journal has lost its end'}`,
    since: turn.createdAt,
    remains: sandboxes.flatMap(({ remains }) => remains),
    remove: () => removeTurn(turn),
  };
}

/** Gives it its end. What it could not take along is told in a warning there. */
async function removeTurn({ id, directory, end }: ListedTurn): Promise<void> {
  const isRestored = end !== undefined;
  const recovery = await recoverTurn(directory);
  if (recovery === 'owned') {
    throw new DragomanError(
      'leftover_owned',
      `The turn ${id} got no end: another process is at it.`,
    );
  }
  const warning = recovery === 'recovered' ? endOf(directory)?.warning : undefined;
  if (warning === undefined || isRestored) return;
  throw new DragomanError('leftover_remains', `The turn ${id} has its end now. ${warning}`);
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
