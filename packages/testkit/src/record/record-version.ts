import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentName, type AgentReference, agents, parseAgentReference } from '@dragoman/agents';
import { compareVersions } from '@dragoman/agents/internal';
import { DragomanError } from '@dragoman/protocol';
import { type Recording, recordings } from '../recordings.js';
import { type NamedScenario, scenariosOf } from '../scenarios/scenarios.js';
import { testAgent } from '../test-agents.js';
import { agentViews } from '../views/agent-views.js';
import { tokenComplaints, viewComplaints } from '../views/fresh-complaints.js';
import { playScenario } from '../views/fresh-run.js';
import { recordedSessions } from '../views/recorded-sessions.js';
import { viewsAgree } from '../views/view-gap.js';
import { recordingFiles, scenarioSlug, slugOf, writeRecordings } from './recording-files.js';
import type { ScenarioRow, VersionReport } from './version-page.js';
import { whatIsNew } from './what-is-new.js';

/** What to record, and where. */
export interface RecordOptions {
  /** Such as `claude@2.1.326`. */
  readonly agent: string;
  /** Where the recordings go, by agent and version. */
  readonly folder: string;
  /** Only the scenarios with this in their names. Default: all. */
  readonly only?: string;
  /** The version to compare with. Default: the nearest one that is recorded, an older one first. */
  readonly against?: string;
  /** How many scenarios are played at once. */
  readonly atOnce?: number;
  /** Is called after each. */
  readonly onPlayed?: (result: 'ok' | 'bad' | 'unsupported') => void;
}

/**
 * Takes a version of an agent through all scenarios, keeps what it wrote, and says what is new in it.
 * Scenarios that the known version isn't recorded in are played with that version, too, so that the
 * two are compared in the same ones; those runs are not kept.
 */
export async function recordVersion(options: RecordOptions): Promise<VersionReport> {
  const { folder, only = '', atOnce = 2, onPlayed = () => {} } = options;
  const { name, version } = parseAgentReference(options.agent);
  const known = options.against ?? knownVersion(name, version);
  const scenarios = scenariosOf(name, version).filter((each) => each.name.includes(only));
  if (scenarios.length === 0) throw noScenario(only, name, version);
  const kept = recordings().filter((each) => each.agent === name);
  const unkept = unrecorded(scenarios, { name, version: known }, kept);
  // A version that can't be installed fails here, and not in every scenario.
  await testAgent(`${name}@${version}`);
  if (unkept.length > 0) await testAgent(`${name}@${known}`);
  await mkdir(folder, { recursive: true });
  const temporary = await mkdtemp(join(tmpdir(), 'dragoman-record-'));
  try {
    const rows = new Map<string, ScenarioRow>();
    const unsupported: string[] = [];
    const play = async (scenario: NamedScenario) => {
      const row = await recordScenario({ name, version, scenario }, folder);
      if (row === undefined) unsupported.push(scenario.name);
      else rows.set(scenario.name, row);
      onPlayed(row === undefined ? 'unsupported' : isWrong(row) ? 'bad' : 'ok');
    };
    const playKnown = (scenario: NamedScenario) =>
      recordScenario({ name, version: known, scenario }, temporary);
    await forEach(atOnce, [
      ...scenarios.map((each) => () => play(each)),
      ...unkept.map((each) => () => playKnown(each)),
    ]);
    const slugs = [...rows.keys()].map(scenarioSlug);
    const fresh = recordingsOf(recordings(folder), { name, version }, slugs);
    const others = [...kept, ...recordings(temporary)];
    const other = recordingsOf(others, { name, version: known }, slugs);
    return {
      agent: name,
      version,
      known,
      folder: join(folder, name, version),
      unsupported,
      rows: scenarios.flatMap((each) => withLaw(rows.get(each.name), fresh, name) ?? []),
      ...whatIsNew(name, fresh, other, kept),
      // Two views and what is said about them.
      files: (fresh.length / 2) * 3,
      bytes: fresh.reduce((sum, recording) => sum + recording.bytes().length, 0),
    };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Those of some scenarios that a version can go through and that no recording of it has. */
function unrecorded(
  scenarios: readonly NamedScenario[],
  { name, version }: AgentReference,
  kept: readonly Recording[],
): readonly NamedScenario[] {
  const recorded = kept.flatMap((each) => (each.version === version ? slugOf(each) : []));
  const names = scenarios.map((each) => each.name);
  return scenariosOf(name, version).filter(
    (each) => names.includes(each.name) && !recorded.includes(scenarioSlug(each.name)),
  );
}

/** The nearest recorded version: the newest of those that are older, or the oldest of all. */
function knownVersion(name: AgentName, version: string): string {
  const versions = [
    ...new Set(recordings().flatMap((each) => (each.agent === name ? each.version : []))),
  ]
    .filter((each) => /^\d+\.\d+\.\d+/.test(each) && each !== version)
    .sort(compareVersions);
  const older = versions.filter((each) => compareVersions(each, version) <= 0);
  return older.at(-1) ?? versions[0] ?? agents[name].version;
}

interface Attempt extends AgentReference {
  readonly scenario: NamedScenario;
}

/** Plays a scenario and keeps what came of it. Nothing where the version can't go through it. */
async function recordScenario(
  { name: agent, version, scenario }: Attempt,
  folder: string,
): Promise<ScenarioRow | undefined> {
  try {
    const run = await playScenario(`${agent}@${version}`, scenario);
    await writeRecordings(folder, recordingFiles({ agent, scenario: scenario.name, run }));
    const [laws, tokens] = [viewComplaints(run, scenario), tokenComplaints(run, scenario)];
    return { scenario: scenario.name, laws, tokens };
  } catch (error) {
    if (error instanceof DragomanError && error.code === 'unsupported_option') return undefined;
    return { scenario: scenario.name, laws: [`It could not be played: ${error}`], tokens: [] };
  }
}

function isWrong({ laws, tokens }: ScenarioRow): boolean {
  return laws.length + tokens.length > 0;
}

/** The recordings of a version in some scenarios, with all sessions of each. */
function recordingsOf(
  all: readonly Recording[],
  { name, version }: AgentReference,
  slugs: readonly string[],
): readonly Recording[] {
  return all.filter(
    (each) => each.agent === name && each.version === version && slugs.includes(slugOf(each)),
  );
}

/** The row, with what is wrong in the recordings of its run: the law holds in them, too. */
function withLaw(
  row: ScenarioRow | undefined,
  fresh: readonly Recording[],
  name: AgentName,
): ScenarioRow | undefined {
  if (row === undefined || row.laws.length > 0) return row;
  const own = fresh.filter((each) => slugOf(each) === scenarioSlug(row.scenario));
  const sessions = recordedSessions(own, agents[name].interpreter);
  const bad = sessions.filter((session) => !viewsAgree(session, agentViews[name].gaps));
  const words = bad.map(
    ({ scenario }) =>
      `Its views agreed when it was played, but not in its recording, ${scenario}: something was scrubbed that counts, or is missing there.`,
  );
  return { ...row, laws: words };
}

function noScenario(only: string, name: AgentName, version: string): DragomanError {
  const names = scenariosOf(name, version).map((scenario) => scenario.name);
  return new DragomanError(
    'usage',
    `No scenario of ${name} ${version} has "${only}" in its name. There are: ${names.join('; ')}.`,
  );
}

/** Does all of some work, several at once. */
async function forEach(atOnce: number, work: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = [...work];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
