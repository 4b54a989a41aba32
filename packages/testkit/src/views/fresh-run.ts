import { readFile } from 'node:fs/promises';
import {
  type AgentName,
  agents,
  createTranslator,
  type LoadedSession,
  parseAgentReference,
  type SessionSummary,
  type TranslationStats,
} from '@dragoman/agents';
import { addUsageFigures, type DragomanEvent, reduce, type UsageFigures } from '@dragoman/protocol';
import {
  type FinishedScenario,
  type FinishedTurn,
  runScenario,
  type Scenario,
  type ScenarioFixture,
} from '../run-scenario.js';
import type { FreshScenario } from '../scenarios/scenario.js';
import { testAgent } from '../test-agents.js';
import { agentViews } from './agent-views.js';
import { type SessionViews, totalUsage, turnsOf, viewOf, viewOfEvents } from './session-views.js';
import { gapsOf, levelViews } from './view-gap.js';

/** One session of a scenario in both views: what the CLI printed, and what its store holds. */
export interface FreshSession {
  readonly id: string;
  /** What the list of sessions says of it. */
  readonly summary: SessionSummary;
  /** What a person typed in the turns that went into it. */
  readonly prompts: readonly string[];
  /** How many turns that makes; absent where the CLI may take several prompts into one. */
  readonly turnCount?: number;
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
  /** What all turns used, as the CLI printed it. */
  readonly printed: UsageFigures | undefined;
  /** What all sessions used, as the CLI saved it; a fork that holds its origin counts that again. */
  readonly kept: UsageFigures | undefined;
}

/** The agents that copy a session into the fork of it, and so read it there, too. */
const FORKS_HOLD_ALL: ReadonlySet<AgentName> = new Set(['claude', 'opencode']);

const BEGIN = [{ prompt: 'begin' }];

/** Runs one of the scenarios of an agent. */
export function playScenario(
  agent: string,
  { name, steps, turns = BEGIN, files = {}, requests }: FreshScenario & { readonly name: string },
): Promise<FreshRun> {
  const agentName = parseAgentReference(agent).name;
  const { dialect } = agents[agentName];
  // Anthropic's API doesn't say how much of the output was reasoning.
  const reasoning = dialect === 'anthropic' ? 0 : 10;
  const usage = { input: 1000, cached: 600, output: 50, reasoning };
  const request = requests?.[agentName];
  const asked = turns.map<Scenario['turns'][number]>((turn) =>
    typeof turn === 'function'
      ? (before) => ({ ...request, ...turn(before) })
      : { ...request, ...turn },
  );
  return runFresh({ agent, script: { name, usage, steps }, turns: asked, files });
}

/** Runs a scenario and reads its sessions as a user of the library would. */
async function runFresh(scenario: Omit<Scenario, 'readSessions'>): Promise<FreshRun> {
  const { name } = parseAgentReference(scenario.agent);
  const { version } = await testAgent(scenario.agent);
  let saved: readonly SavedSession[] = [];
  const finished = await runScenario({
    ...scenario,
    readSessions: async (fixture) => {
      saved = await loadAll(name, fixture);
      return [];
    },
  });
  const streams = finished.turns.map((turn, index) => readTurn(name, version, turn, index));
  const gaps = gapsOf(agentViews[name].gaps, version);
  const sessions = saved.flatMap(({ summary, loaded, turns }) => {
    const own = streamsOf(name, loaded.session?.id, streams);
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
    const isQueued = own.some(({ typed }) => typed.length > 1);
    const counted = isQueued ? {} : { turnCount: own.length };
    const levelled = levelViews(views, gaps);
    return [{ id, summary, prompts, ...counted, views, levelled, unknown, notes }];
  });
  const printed = totalUsage(reduce(streams.flatMap(({ events }) => events)));
  const kept = saved.reduce<UsageFigures | undefined>((sum, { loaded }) => {
    const usage = totalUsage(loaded);
    return usage === undefined ? sum : addUsageFigures(sum, usage);
  }, undefined);
  return { ...finished, version, sessions, printed, kept };
}

interface SavedSession {
  readonly summary: SessionSummary;
  readonly loaded: LoadedSession;
  readonly turns?: SessionViews['saved']['turns'];
}

/** The sessions in a HOME that hold something. */
async function loadAll(name: AgentName, { home: userHome, run }: ScenarioFixture) {
  const { sessions: store, saved } = agents[name].interpreter;
  const home = store.home({}, userHome);
  const listed = await store.list({ home, run, exact: true });
  const all: SavedSession[] = [];
  for (const summary of listed) {
    const { path, problem, bytes } = summary;
    if (bytes === 0) continue;
    if (problem !== undefined) throw new Error(`${path}: ${problem}`);
    const loaded = await store.load(path, { run });
    if (loaded.messages.length === 0) continue;
    if (store.isLocation?.(path)) {
      all.push({ summary, loaded });
      continue;
    }
    const translator = createTranslator(saved());
    const events = [...translator.push(await readFile(path)), ...translator.flush()];
    all.push({ summary, loaded, turns: turnsOf(events) });
  }
  return all;
}

interface ReadTurn {
  readonly typed: readonly string[];
  readonly sessionId: string | undefined;
  readonly forkOf: string | undefined;
  readonly events: readonly DragomanEvent[];
  readonly stats: TranslationStats;
}

function readTurn(
  name: AgentName,
  version: string,
  { stdout, typed, sessionId, forkOf, usageBefore }: FinishedTurn,
  index: number,
): ReadTurn {
  const turnId = `turn-${index}`;
  const live = agents[name].interpreter.live({
    version,
    turnId,
    ...(usageBefore && { usageBefore }),
  });
  const translator = createTranslator(live);
  const events = [...translator.push(stdout), ...translator.flush()];
  return { typed, sessionId, forkOf, events, stats: translator.stats() };
}

/** The turns that went into a session, in their order. */
function streamsOf(
  name: AgentName,
  id: string | undefined,
  streams: readonly ReadTurn[],
): readonly ReadTurn[] {
  const own = streams.filter(({ sessionId }) => sessionId === id);
  const [first] = own;
  if (first?.forkOf === undefined || !FORKS_HOLD_ALL.has(name)) return own;
  const before = streams.slice(0, streams.indexOf(first));
  return [...streamsOf(name, first.forkOf, before), ...own];
}

function unknownIn({ unknown, malformed, tooLong }: TranslationStats): string[] {
  const faults =
    malformed + tooLong > 0 ? [`${malformed + tooLong} lines that are no records`] : [];
  return [...unknown.keys(), ...faults];
}
