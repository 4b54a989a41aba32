import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { defaultStateDirectory, type FoundSandbox, namesIn } from '@dragoman/sandbox';
import { defaultCacheDirectory } from '../install/install-folder.js';
import { endOf, type ListedTurn, listTurns } from '../turn/list-turns.js';
import { readTurnRecord } from '../turn/turn-record.js';
import {
  callersProviders,
  ownProviders,
  type ProviderSearch,
} from '../watchdog/known-providers.js';
import { type RecoveryOptions, recoverTurn, removeUnrecorded } from '../watchdog/recover-turn.js';
import { findAbandonedInstalls } from './find-abandoned-installs.js';
import { findOrphanedHomes, findThrowawayHomes } from './find-lost-homes.js';
import { findStaleHomeLocks } from './find-stale-home-locks.js';
import { fileLeftover, type Leftover } from './leftover.js';

export interface LeftoverOptions extends RecoveryOptions {
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
  providers,
}: LeftoverOptions = {}): Promise<readonly Leftover[]> {
  const [turns, { sandboxes, unlisted }, unrecorded, locks, homes, throwaways, installs] =
    await Promise.all([
      listTurns(stateDirectory),
      unownedSandboxes({ stateDirectory, providers }),
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
    ...abandoned.map((turn) => turnLeftover(turn, sandboxes.filter(isOf(turn)), { providers })),
    ...alone.map(sandboxLeftover),
    ...unlisted,
    ...unrecorded,
    ...locks,
    ...homes,
    ...throwaways,
    ...installs,
  ];
}

interface ListedSandboxes {
  readonly sandboxes: readonly FoundSandbox[];
  /** One for each provider of the caller that could not list its sandboxes. */
  readonly unlisted: readonly Leftover[];
}

/** Two providers of a kind may list the same sandbox. */
async function unownedSandboxes(search: ProviderSearch): Promise<ListedSandboxes> {
  const byId = new Map<string, FoundSandbox>();
  const unlisted: Leftover[] = [];
  const own = ownProviders(search).map((provider) => provider.list());
  const callers = callersProviders(search).map(async (provider) => {
    try {
      return await provider.list();
    } catch (error) {
      unlisted.push(unlistedLeftover(provider.kind, error));
      return [];
    }
  });
  for (const sandbox of (await Promise.all([...callers, ...own])).flat()) {
    const key = `${sandbox.kind} ${sandbox.id}`;
    if (!sandbox.owned && !byId.has(key)) byId.set(key, sandbox);
  }
  return { sandboxes: [...byId.values()], unlisted };
}

/** Stands for what may be left in sandboxes that can't be listed. */
function unlistedLeftover(kind: string, error: unknown): Leftover {
  return {
    kind: 'sandbox',
    name: kind,
    about: `sandboxes that could not be listed: ${errorMessage(error)}`,
    since: undefined,
    remains: [],
    remove: () => Promise.reject(error),
  };
}

function turnLeftover(
  turn: ListedTurn,
  sandboxes: readonly FoundSandbox[],
  options: RecoveryOptions,
): Leftover {
  return {
    kind: 'turn',
    name: turn.id,
    about: `${turn.agent ?? 'an agent'} in ${turn.workspace}, ${turn.end === undefined ? 'without an end' : 'whose journal has lost its end'}`,
    since: turn.createdAt,
    remains: sandboxes.flatMap(({ remains }) => remains),
    remove: () => removeTurn(turn, options),
  };
}

/** Gives it its end. What it could not take along is in a warning there. */
async function removeTurn(
  { id, directory, end }: ListedTurn,
  options: RecoveryOptions,
): Promise<void> {
  const isRestored = end !== undefined;
  const recovery = await recoverTurn(directory, options);
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

/** The record is written right after the folder is made. */
const WRITTEN_MS = 60_000;

/** Folders of turns whose owner, and its watchdog, died before there was a record. */
async function findUnrecordedTurns(stateDirectory: string): Promise<readonly Leftover[]> {
  const folder = join(stateDirectory, 'turns');
  const found = await Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const path = join(folder, name);
      const isOne = async () => (await isOld(path)) && (await readTurnRecord(path)) === undefined;
      if (!(await isOne()) || (await namesIn(path)).some((inside) => !inside.endsWith('.tmp'))) {
        return [];
      }
      const removeStale = async () => (await isOne()) && removeUnrecorded(path);
      return [fileLeftover({ kind: 'turn', path, about: 'a turn that never began', removeStale })];
    }),
  );
  return found.flat();
}

async function isOld(path: string): Promise<boolean> {
  const status = await lstat(path).catch(() => undefined);
  return status?.isDirectory() === true && Date.now() - status.mtimeMs > WRITTEN_MS;
}
