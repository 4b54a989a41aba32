import { DragomanError } from '@dragoman/protocol';
import { removeSession } from '@dragoman/runtime';
import {
  checkDamagedForks,
  createSessionRegistry,
  forked,
  type SessionEntry,
} from '@dragoman/runtime/internal';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { inFlags } from '../exec/flag-names.js';
import { type FindOptions, findWanted } from './wanted-session.js';

export interface RemoveOptions extends FindOptions {
  readonly withForks?: boolean;
  readonly yes?: boolean;
}

/**
 * `dragoman sessions remove`: sessions of `exec` with their HOME and journals. Those that share a HOME go
 * together. Without `--yes` they are only named.
 */
export async function removeSessions(
  wanted: readonly string[],
  options: RemoveOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const named: SessionEntry[] = [];
  for (const id of wanted) {
    const { entry, saved } = await findWanted(id, options, terminal.signal);
    if (entry === undefined) throw notOurs(saved.path);
    named.push(entry);
  }
  for (const going of await sharedHomes(named, options)) {
    const [{ agent, sessionId }] = going;
    const withForks = going.length > 1;
    if (options.yes) {
      await removeSession({ agent, sessionId, withForks, signal: terminal.signal });
    }
    const done = options.yes ? 'removed' : 'would be removed';
    const lines = going.map(
      (entry) => `${entry.sessionId} of ${agent} in ${entry.workspace} ${done}`,
    );
    await terminal.write(lines.map((line) => `${harmlessLine(line)}\n`).join(''));
  }
  if (!options.yes) terminal.say('To remove them, run the same command with --yes.');
  return EXIT.success;
}

type Together = readonly [SessionEntry, ...SessionEntry[]];

/** The sessions of each HOME. Nothing is removed where others than those that were named would go. */
async function sharedHomes(
  named: readonly SessionEntry[],
  { withForks }: RemoveOptions,
): Promise<readonly Together[]> {
  const stateDirectory = defaultStateDirectory();
  const registry = createSessionRegistry(stateDirectory);
  const homes = new Map<string, Together>();
  for (const entry of named) {
    if (homes.has(entry.home)) continue;
    const inHome = await registry.inHome(entry.agent, entry.home);
    const others = inHome.filter(({ sessionId }) => sessionId !== entry.sessionId);
    const isNamed = ({ sessionId }: SessionEntry) =>
      named.some((one) => one.home === entry.home && one.sessionId === sessionId);
    if (!withForks && !others.every(isNamed)) throw inFlags(forked(entry.sessionId, others));
    await checkDamagedForks(entry.home, stateDirectory);
    homes.set(entry.home, [entry, ...others]);
  }
  return [...homes.values()];
}

function notOurs(path: string): DragomanError {
  return new DragomanError(
    'session_foreign',
    `${path} is a session that an agent began on its own. Dragoman leaves it as it is; remove it with that agent, or remove the file.`,
  );
}
