import {
  type AgentName,
  agents,
  parseAgentReference,
  type SessionSummary,
  type TranslationStats,
  type UsageAmounts,
} from '@dragoman/agents';
import { compareVersions } from '@dragoman/agents/internal';
import { addUsageFigures, reduce, type UsageFigures } from '@dragoman/protocol';
import {
  type FinishedScenario,
  type FinishedTurn,
  runScenario,
  type Scenario,
  type ScenarioTurn,
} from '../run-scenario.js';
import type { FreshScenario } from '../scenarios/scenario.js';
import { testAgent } from '../test-agents.js';
import { agentViews } from './agent-views.js';
import { askedOnce, loadSaved, type SavedSession, usageIn } from './load-saved.js';
import { type ListedPart, listedPart, readTurn, streamsOf } from './read-turn.js';
import { type SessionViews, totalUsage, viewOf, viewOfEvents } from './session-views.js';
import { countUncounted, type Uncounted } from './uncounted.js';
import { gapsOf, levelViews } from './view-gap.js';

/** One session of a scenario in both views: what the CLI printed, and what its store holds. */
export interface FreshSession {
  readonly id: string;
  /** What the list of sessions says of it. */
  readonly summary: SessionSummary;
  /** What a list says of it that doesn't read files whole. */
  readonly quickSummary: SessionSummary | undefined;
  /** What the list has to say. */
  readonly listed: ListedPart;
  /** What a person typed in the turns that went into it. */
  readonly prompts: readonly string[];
  readonly turns: readonly FinishedTurn[];
  /** All that was saved of it, as it is loaded. */
  readonly text: string;
  readonly views: SessionViews;
  /** The same without what one of them can't say in this version. */
  readonly levelled: SessionViews;
  /** What no rule covers, by native name, and lines that are no records, in either view. */
  readonly unknown: readonly string[];
  readonly notes: readonly string[];
}

/** A scenario that a real CLI has just gone through. */
export interface FreshRun extends FinishedScenario {
  readonly version: string;
  readonly sessions: readonly FreshSession[];
  /** What all turns used, as the CLI printed it, and what sub-agents used whose sessions aren't printed. */
  readonly printed: UsageFigures | undefined;
  /** What all sessions used, as the CLI saved it; a fork that holds its origin counts that again. */
  readonly kept: UsageFigures | undefined;
  /** What all calls used, each once, as the CLI recorded it. */
  readonly recorded: UsageAmounts;
  /** What the model counted and neither view does in this version. */
  readonly uncounted: Uncounted;
}

/** What the model reports for a reply, unless its step says otherwise. */
export const usualReply = { inputTokens: 1000, cachedInputTokens: 600, outputTokens: 50 };

/** The agents that print nothing of what a sub-agent used: that is in its session alone. */
const SUB_AGENTS_APART: ReadonlySet<AgentName> = new Set(['opencode']);

const BEGIN = [{ prompt: 'begin' }];

/** Runs one of the scenarios of an agent. */
export function playScenario(agent: string, scenario: NamedScenario): Promise<FreshRun> {
  return runFresh(asRun(agent, scenario));
}

/** What the model counted in one of the scenarios of an agent, and what the CLI recorded: nothing else is read. */
export async function playUsage(
  agent: string,
  scenario: NamedScenario,
): Promise<Pick<FreshRun, 'counted' | 'recorded'>> {
  let recorded: UsageAmounts | undefined;
  const { counted } = await runScenario({
    ...asRun(agent, scenario),
    readSessions: async (fixture) => {
      recorded = await usageIn(parseAgentReference(agent).name, fixture);
      return [];
    },
  });
  if (recorded === undefined) throw new Error(`The sessions of ${agent} were not read.`);
  return { counted, recorded };
}

type NamedScenario = FreshScenario & { readonly name: string };

function asRun(
  agent: string,
  { name, steps, turns = BEGIN, files = {}, requests, keeps }: NamedScenario,
): Omit<Scenario, 'readSessions'> {
  const agentName = parseAgentReference(agent).name;
  const { dialect } = agents[agentName];
  // Anthropic's API doesn't say how much of the output was reasoning.
  const reasoning = dialect === 'anthropic' ? 0 : 10;
  const { inputTokens: input, cachedInputTokens: cached, outputTokens: output } = usualReply;
  const usage = { input, cached, output, reasoning };
  const request = requests?.[agentName];
  const asked = turns.map<Scenario['turns'][number]>((turn) =>
    typeof turn === 'function'
      ? (before) => waiting({ ...request, ...turn(before) }, keeps?.[agentName])
      : waiting({ ...request, ...turn }, keeps?.[agentName]),
  );
  return { agent, script: { name, usage, steps }, turns: asked, files };
}

/** A turn that is interrupted only when a session file holds a text. */
function waiting(turn: ScenarioTurn, onceItKeeps: string | undefined): ScenarioTurn {
  const { interrupt } = turn;
  return interrupt === undefined || onceItKeeps === undefined
    ? turn
    : { ...turn, interrupt: { ...interrupt, onceItKeeps } };
}

/** Runs a scenario and reads its sessions as a user of the library would. */
async function runFresh(scenario: Omit<Scenario, 'readSessions'>): Promise<FreshRun> {
  const { name } = parseAgentReference(scenario.agent);
  const { version } = await testAgent(scenario.agent);
  let saved: readonly SavedSession[] = [];
  let recorded: UsageAmounts | undefined;
  const finished = await runScenario({
    ...scenario,
    readSessions: async ({ home, run }) => {
      const kept = { home, run: askedOnce(run) };
      saved = await loadSaved(name, kept);
      recorded = await usageIn(name, kept);
      return [];
    },
  });
  const streams = finished.turns.map((turn, index) => readTurn(name, version, turn, index));
  const gaps = gapsOf(agentViews[name].gaps, version);
  const apartSince = agentViews[name].forksApartSince;
  const isApart = apartSince !== undefined && compareVersions(version, apartSince) >= 0;
  const sessions = saved.flatMap(({ summary, quickSummary, loaded, text, turns }) => {
    const own = streamsOf(name, loaded, streams);
    if (own.length === 0) return [];
    const events = own.flatMap((stream) => stream.events);
    const views = {
      live: viewOfEvents(events),
      saved: { ...viewOf(loaded), ...(turns && { turns }) },
    };
    const unknown = [...own.map(({ stats }) => stats), loaded.stats].flatMap(unknownIn);
    const { notes } = loaded;
    const id = loaded.session?.id ?? '';
    const prompts = own.flatMap(({ typed }) => typed);
    const written = { turns: own.map(({ turn }) => turn), text };
    const levelled = levelViews(views, gaps);
    const listed = listedPart(loaded, { own, isApart, saved: views.saved });
    return [
      { id, summary, quickSummary, listed, prompts, ...written, views, levelled, unknown, notes },
    ];
  });
  const apart = saved.filter(({ summary }) => SUB_AGENTS_APART.has(name) && summary.parentId);
  const printed = sumUsage([
    totalUsage(reduce(streams.flatMap(({ events }) => events))),
    ...apart.map(({ loaded }) => totalUsage(loaded)),
  ]);
  const kept = sumUsage(saved.map(({ loaded }) => totalUsage(loaded)));
  const uncounted = countUncounted(agentViews[name].uncounted ?? [], version, {
    turns: finished.turns,
    replies: finished.replies,
    sessions,
    usual: usualReply,
  });
  if (recorded === undefined) throw new Error(`The sessions of ${scenario.agent} were not read.`);
  return { ...finished, version, sessions, printed, kept, recorded, uncounted };
}

function sumUsage(amounts: readonly (UsageFigures | undefined)[]): UsageFigures | undefined {
  return amounts
    .filter((amount) => amount !== undefined)
    .reduce<UsageFigures | undefined>((sum, amount) => addUsageFigures(sum, amount), undefined);
}

function unknownIn({ unknown, malformed, tooLong }: TranslationStats): string[] {
  const faults =
    malformed + tooLong > 0 ? [`${malformed + tooLong} lines that are no records`] : [];
  return [...unknown.keys(), ...faults];
}
