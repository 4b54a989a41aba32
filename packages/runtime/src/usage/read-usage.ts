import { type Agent, agentNames, agents, type RunCli, type UsageGrouping } from '@dragoman/agents';
import {
  type CollectedPart,
  collectUsage,
  isNotedPart,
  loadPrices,
  sessionHome,
  summariseUsage,
  type UsageSource,
  type UsageSummary,
} from '@dragoman/agents/internal';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { defaultCacheDirectory } from '../install/install-folder.js';
import { type OwnHome, ownHomes } from '../sessions/own-sessions.js';
import type { SessionEntry } from '../sessions/session-registry.js';
import { folderTest } from '../user-sessions/folder-test.js';
import { readRemovedUsage, usageIndexFile } from './removed-usage.js';
import { markUnpaid } from './unpaid-usage.js';

/** What to add up, and how. */
export interface UsageOptions {
  /** Default: by day. */
  readonly by?: UsageGrouping | undefined;
  /** From this time on, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Before this time. */
  readonly until?: number | undefined;
  /** The names of agents. Default: all. */
  readonly agents?: readonly string[] | undefined;
  /** Only sessions of this folder, or of one below it. */
  readonly project?: string | undefined;
  /** A price file. Default: the list that comes with Dragoman. */
  readonly prices?: string | undefined;
  /** Where what was read is kept, so that the next time only what is new is read. */
  readonly cacheDirectory?: string | undefined;
  readonly stateDirectory?: string | undefined;
  /** Runs the CLI of an agent whose sessions are in a database that only the CLI reads. */
  readonly run?: ((agent: string) => RunCli) | undefined;
  /** The same, in a HOME of Dragoman's turns. */
  readonly runIn?: ((session: SessionEntry) => RunCli) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Usage extends UsageSummary {
  /** What could not be read, and why: the sums lack it. */
  readonly problems: readonly string[];
}

/**
 * What the agents of this user have used, in sessions that they began on their own and in those of
 * Dragoman's turns: tokens, and what they cost. Each call of a model counts once, however many forks,
 * resumes and copies repeat it, on the local day on which it was made.
 *
 * @example
 * const { rows, total } = await readUsage({ by: 'weekly', project: '.' });
 */
export async function readUsage(options: UsageOptions = {}): Promise<Usage> {
  const { by = 'daily', since, until, project, signal } = options;
  const prices = loadPrices(options.prices);
  const isProject = project === undefined ? undefined : await folderTest(project);
  const { sources, homes, problems } = await sourcesOf(options);
  const indexFile = usageIndexFile(options.cacheDirectory ?? defaultCacheDirectory());
  const collected = await collectUsage({ sources, indexFile, signal });
  const removed = await readRemovedUsage(options.stateDirectory ?? defaultStateDirectory());
  const parts = [
    ...marked(collected.parts, homes),
    ...gone(removed.parts, collected.parts, options),
  ];
  const summary = summariseUsage(
    parts.sort((left, right) => left.born - right.born),
    { by, since, until, isProject, prices },
  );
  return { ...summary, problems: [...problems, ...collected.problems, ...removed.problems] };
}

async function sourcesOf({
  agents: names = agentNames,
  stateDirectory = defaultStateDirectory(),
  run,
  runIn,
}: UsageOptions): Promise<{ sources: UsageSource[]; homes: OwnHome[]; problems: string[] }> {
  const sources: UsageSource[] = [];
  const homes: OwnHome[] = [];
  const problems: string[] = [];
  for (const agent of agentNames.filter((name) => names.includes(name)).map(known)) {
    const source = async (): Promise<UsageSource> => ({
      agent,
      home: await sessionHome(agent.interpreter.sessions, undefined),
      run: run?.(agent.name),
    });
    await attempt(problems, async () => sources.push(await source()));
  }
  for (const own of await ownHomes({ stateDirectory, agents: names })) {
    const { agent, home, entries, cwdOf, check } = own;
    const [first] = entries;
    await attempt(problems, async () => {
      await check();
      sources.push({ agent, home, run: first && runIn?.(first), cwdOf });
      homes.push(own);
    });
  }
  return { sources, homes, problems };
}

function known(name: (typeof agentNames)[number]): Agent {
  return agents[name];
}

async function attempt(problems: string[], action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof DragomanError)) throw error;
    problems.push(errorMessage(error));
  }
}

function marked(parts: readonly CollectedPart[], homes: readonly OwnHome[]): CollectedPart[] {
  const entries = new Map(homes.map((own) => [own.home, own.entries]));
  return parts.map((part) => markUnpaid(part, entries.get(part.home) ?? []));
}

/**
 * A removal that failed half-way leaves files that have been counted. And a session of which a sum was
 * noted may have been read after all, before it was removed.
 */
function gone(
  removed: readonly CollectedPart[],
  there: readonly CollectedPart[],
  { agents: names = agentNames }: UsageOptions,
): CollectedPart[] {
  const paths = new Set(there.map(({ path }) => path));
  const all = [...there, ...removed];
  const recorded = new Set(all.filter((part) => !isNotedPart(part)).map(sessionKey));
  const isThere = (part: CollectedPart) =>
    isNotedPart(part) ? recorded.has(sessionKey(part)) : paths.has(part.path);
  return removed.filter((part) => names.includes(part.agent) && !isThere(part));
}

function sessionKey({ agent, home, session }: CollectedPart): string {
  return [agent, home, session].join('\n');
}
