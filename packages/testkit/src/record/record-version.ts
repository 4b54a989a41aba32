import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentName, agents, parseAgentReference } from '@dragoman/agents';
import { compareVersions } from '@dragoman/agents/internal';
import { DragomanError } from '@dragoman/protocol';
import { type Recording, recordings } from '../recordings.js';
import { type NamedScenario, scenariosOf } from '../scenarios/scenarios.js';
import { testAgent } from '../test-agents.js';
import { agentViews } from '../views/agent-views.js';
import { shortVersion, versionRanges } from '../views/coverage-page.js';
import { tokenComplaints, viewComplaints } from '../views/fresh-complaints.js';
import { type FreshRun, playScenario } from '../views/fresh-run.js';
import { recordedSessions } from '../views/recorded-sessions.js';
import { viewsAgree } from '../views/view-gap.js';
import { compareGaps } from './compare-gaps.js';
import { compareShapes } from './compare-shapes.js';
import { type RecordShape, recordShapes } from './record-shapes.js';
import { recordingFiles, scenarioSlug, writeRecordings } from './recording-files.js';
import type { ScenarioRow, VersionReport } from './version-page.js';

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
  // A version that can't be installed fails here, and not in every scenario.
  for (const each of [version, known]) await testAgent(`${name}@${each}`);
  await mkdir(folder, { recursive: true });
  const temporary = await mkdtemp(join(tmpdir(), 'dragoman-record-'));
  try {
    const rows = new Map<NamedScenario, ScenarioRow>();
    const unsupported: string[] = [];
    const play = async (scenario: NamedScenario) => {
      const row = await recordScenario({ name, version, scenario }, folder);
      if (row === undefined) unsupported.push(scenario.name);
      else rows.set(scenario, row);
      onPlayed(row === undefined ? 'unsupported' : isWrong(row) ? 'bad' : 'ok');
    };
    const playKnown = async (scenario: NamedScenario) => {
      const run = await attempt({ name, version: known, scenario });
      if (typeof run !== 'object') return;
      const recorded = { agent: name, scenario: scenario.name, run };
      await writeRecordings(temporary, recordingFiles(recorded));
    };
    const kept = recordings().filter((each) => each.agent === name);
    const isKept = ({ name: scenario }: NamedScenario) =>
      kept.some((each) => each.version === known && each.scenario === scenarioSlug(scenario));
    const unkept = scenariosOf(name, known).filter((each) => each.name.includes(only));
    await forEach(atOnce, [
      ...scenarios.map((scenario) => () => play(scenario)),
      ...unkept.filter((each) => !isKept(each)).map((each) => () => playKnown(each)),
    ]);
    const slugs = [...rows.keys()].map((scenario) => scenarioSlug(scenario.name));
    const fresh = recordingsOf(recordings(folder), name, version, slugs);
    const other = recordingsOf([...kept, ...recordings(temporary)], name, known, slugs);
    return {
      ...{ agent: name, version, known, folder: join(folder, name, version), unsupported },
      rows: scenarios.flatMap((scenario) => withLaw(rows.get(scenario), fresh, name) ?? []),
      ...whatIsNew(name, fresh, other, kept),
      files: fresh.length + fresh.length / 2,
      bytes: fresh.reduce((sum, recording) => sum + recording.bytes().length, 0),
    };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
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

interface Attempt {
  readonly name: AgentName;
  readonly version: string;
  readonly scenario: NamedScenario;
}

/** Plays a scenario. Words where it could not be played, nothing where the version can't do it. */
async function attempt({
  name,
  version,
  scenario,
}: Attempt): Promise<FreshRun | string | undefined> {
  try {
    return await playScenario(`${name}@${version}`, scenario);
  } catch (error) {
    if (error instanceof DragomanError && error.code === 'unsupported_option') return undefined;
    return `It could not be played: ${error}`;
  }
}

async function recordScenario(tried: Attempt, folder: string): Promise<ScenarioRow | undefined> {
  const { name: agent, scenario } = tried;
  const run = await attempt(tried);
  if (run === undefined) return undefined;
  if (typeof run === 'string') return { scenario: scenario.name, laws: [run], tokens: [] };
  await writeRecordings(folder, recordingFiles({ agent, scenario: scenario.name, run }));
  const [laws, tokens] = [viewComplaints(run), tokenComplaints(run, scenario)];
  return { scenario: scenario.name, laws, tokens };
}

function isWrong({ laws, tokens }: ScenarioRow): boolean {
  return laws.length + tokens.length > 0;
}

/** The recordings of a version in some scenarios, with all sessions of each. */
function recordingsOf(
  all: readonly Recording[],
  name: AgentName,
  version: string,
  slugs: readonly string[],
): readonly Recording[] {
  return all.filter(
    (each) => each.agent === name && each.version === version && slugs.includes(slugOf(each)),
  );
}

/** `a-fork` of `a-fork_2`. */
function slugOf({ scenario }: Pick<Recording, 'scenario'>): string {
  return scenario.replace(/_\d+$/, '');
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

function whatIsNew(
  name: AgentName,
  fresh: readonly Recording[],
  other: readonly Recording[],
  kept: readonly Recording[],
): Pick<VersionReport, 'compared' | 'unknown' | 'difference' | 'seenIn' | 'gaps'> {
  const { interpreter } = agents[name];
  const both = new Set(other.map(slugOf));
  const compared = fresh.filter((each) => both.has(slugOf(each)));
  const shapes = recordShapes(fresh, interpreter);
  return {
    compared: new Set(compared.map(slugOf)).size,
    unknown: [...shapes.values()].filter(({ unknown }) => unknown > 0),
    difference: compareShapes(
      recordShapes(compared, interpreter),
      recordShapes(other, interpreter),
    ),
    seenIn: (shape) => versionsWith(shape, name, kept),
    gaps: compareGaps(
      recordedSessions(compared, interpreter),
      recordedSessions(other, interpreter),
      agentViews[name].gaps,
    ),
  };
}

/** The recorded versions that have a type of record, as ranges. */
function versionsWith(
  { view, native }: RecordShape,
  name: AgentName,
  kept: readonly Recording[],
): string {
  const versions = new Set(kept.map(({ version }) => version));
  const having = [...versions].filter((version) => {
    const own = kept.filter((each) => each.version === version && each.view === view);
    return recordShapes(own, agents[name].interpreter).has(`${view} ${native}`);
  });
  return having.length === 1
    ? shortVersion(having[0] ?? '')
    : versionRanges(new Set(having), versions);
}

function noScenario(only: string, name: AgentName, version: string): DragomanError {
  const names = scenariosOf(name, version).map((scenario) => scenario.name);
  return new DragomanError(
    'usage',
    `No scenario of ${name} ${version} has "${only}" in its name. There are: ${names.join('; ')}.`,
  );
}

/** Does all of some work, several at once. */
async function forEach(atOnce: number, work: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...work];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
