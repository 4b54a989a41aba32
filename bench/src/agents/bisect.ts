/**
 * `npm run agents:bisect`: finds the neighbouring versions of an agent between which something
 * changed, by running real versions: whether a gap shows, or whether a scenario is as it should be.
 * Without versions it looks through all between the oldest and the newest that was recorded.
 *
 *     npm run agents:bisect -- codex early-output
 *     npm run agents:bisect -- codex early-output 0.98.0 0.166.0
 *     npm run agents:bisect -- codex "thoughts in several parts" 0.107.0 0.121.0
 */
import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { type AgentName, agents, parseAgentReference } from '@dragoman/agents';
import { compareVersions, exactVersion } from '@dragoman/agents/internal';
import { nearestName } from '@dragoman/protocol/internal';
import { recordings } from '@dragoman/testkit';
import { findEdges, spansText } from '@dragoman/testkit/record';
import {
  agentViews,
  freshComplaints,
  playScenario,
  scenariosOf,
  type ViewGap,
} from '@dragoman/testkit/views';
import { isUnsupported } from './is-unsupported.js';
import { runScript } from './run-script.js';
import { showsGap } from './shows-gap.js';

const USAGE =
  'npm run agents:bisect -- <agent> <gap or scenario> [<version> <later version>] [--only TEXT]';

type Scenario = ReturnType<typeof scenariosOf>[number];

/** Something that is so in some versions. */
interface Question {
  readonly name: AgentName;
  readonly what: string;
  /** Absent: it is about a scenario. */
  readonly gap?: ViewGap | undefined;
  /** What is played to find out. */
  readonly scenarios: (version: string) => readonly Scenario[];
}

/** All versions that were released, without those for testing. */
async function releasedVersions(name: AgentName): Promise<readonly string[]> {
  const view = ['view', agents[name].packageName, 'versions', '--json'];
  const { stdout } = await promisify(execFile)('npm', view, { maxBuffer: 1 << 26 });
  const versions: readonly string[] = JSON.parse(stdout);
  return versions.filter((version) => /^\d+\.\d+\.\d+$/.test(version)).sort(compareVersions);
}

/** The gap or the scenario that is asked for; an error names those there are. */
function questionOf(name: AgentName, what: string, only: string): Question {
  const { gaps } = agentViews[name];
  const gap = gaps.find(({ id }) => id === what);
  const named = scenariosOf(name, agents[name].version).map((scenario) => scenario.name);
  if (gap === undefined && !named.includes(what)) {
    const ids = gaps.map(({ id }) => id);
    const near = nearestName(what, [...ids, ...named]);
    const meant = near === undefined ? '' : ` Did you mean "${near}"?`;
    throw new Error(
      `${name} has no gap and no scenario "${what}".${meant}\nGaps: ${ids.join(', ')}\nScenarios: ${named.join('; ')}`,
    );
  }
  const isPlayed = (scenario: Scenario) =>
    gap === undefined ? scenario.name === what : scenario.name.includes(only);
  return { name, what, gap, scenarios: (version) => scenariosOf(name, version).filter(isPlayed) };
}

/** What a version shows. */
interface PlayedVersion {
  /** The scenarios in which the gap shows, or that are as they should be. */
  readonly shownBy: readonly Scenario[];
  /** Why it can play none of them; absent: it can. */
  readonly cannot?: string;
}

async function play(question: Question, version: string): Promise<PlayedVersion> {
  const { name, gap, scenarios } = question;
  const shownBy: Scenario[] = [];
  const reasons = new Set<string>();
  let hasRun = false;
  let hasSession = false;
  for (const scenario of scenarios(version)) {
    const run = await playScenario(`${name}@${version}`, scenario).catch(reasonIfUnsupported);
    if (typeof run === 'string') {
      reasons.add(run);
      continue;
    }
    hasRun = true;
    hasSession ||= run.sessions.length > 0;
    const isSo =
      gap === undefined ? freshComplaints(run, scenario).length === 0 : showsGap(run, gap, name);
    if (isSo) shownBy.push(scenario);
  }
  if (!hasRun) return { shownBy, cannot: [...reasons].join(' ') || 'No scenario is for it.' };
  if (!hasSession) throw new Error('no scenario leaves a session, so it shows nothing');
  return { shownBy };
}

/** Why a version can't do what a scenario is about: it shows nothing in it. */
function reasonIfUnsupported(error: unknown): string {
  if (!isUnsupported(error)) throw error;
  return error instanceof Error ? error.message : String(error);
}

/**
 * A question that plays only the scenarios that show the gap in one of these versions: to play all
 * of them in every version takes hours.
 */
async function narrowed(question: Question, versions: readonly string[]): Promise<Question> {
  const { gap, what, scenarios } = question;
  if (gap === undefined) return question;
  const names = new Set<string>();
  for (const version of versions) {
    const { shownBy, cannot } = await play(question, version);
    for (const scenario of shownBy) names.add(scenario.name);
    const shown = shownBy.length === 0 ? 'no scenario shows it' : `shown by ${namesOf(shownBy)}`;
    say(`${version}  ${shown}${cannot === undefined ? '' : `. ${cannot}`}`);
  }
  if (names.size === 0) {
    throw new Error(
      `No scenario shows the gap ${what} in ${versions.join(' or ')}. Name two versions of which one shows it, or add a scenario that does (packages/testkit/src/scenarios).`,
    );
  }
  return {
    ...question,
    scenarios: (version) => scenarios(version).filter((scenario) => names.has(scenario.name)),
  };
}

function namesOf(scenarios: readonly Scenario[]): string {
  return scenarios.map((scenario) => `"${scenario.name}"`).join(', ');
}

/**
 * Whether it is so in a version; undefined when the version can't be run. A version that can't play
 * what would show a gap doesn't have it; of a scenario it says nothing.
 */
async function answer(question: Question, version: string): Promise<boolean | undefined> {
  try {
    const { shownBy, cannot } = await play(question, version);
    if (cannot !== undefined && question.gap === undefined) throw new Error(cannot);
    const isSo = shownBy.length > 0;
    const why = cannot === undefined ? '' : `: it can’t play what would show it. ${cannot}`;
    say(`${version}  ${isSo ? 'yes' : 'no'}${why}`);
    return isSo;
  } catch (error) {
    say(`${version}  left out: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The versions that were recorded and those that the gap names: it may come and go between. */
function landmarksOf({ name, gap }: Question): readonly string[] {
  const recorded = recordings().flatMap((each) => (each.agent === name ? each.version : []));
  const named = [gap?.since, gap?.until].filter((version) => version !== undefined);
  return [...new Set([...recorded, ...named])].sort(compareVersions);
}

/** Where the gap should show: in the last version that it names, and in the first. */
function shownIn({ name, gap }: Question): readonly string[] {
  const { oldest, newest } = agents[name].recorded ?? { oldest: '0.0.0', newest: '0.0.0' };
  return [...new Set([gap?.until ?? newest, gap?.since ?? oldest])];
}

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', default: '' } },
  });
  const [reference = '', what = '', from, to, ...more] = positionals;
  const isWhole = from === undefined;
  if (what === '' || isWhole !== (to === undefined) || more.length > 0) {
    throw new Error(
      `An agent and a gap or a scenario are needed, and two versions or none: ${USAGE}`,
    );
  }
  const { name } = parseAgentReference(reference);
  const asked = questionOf(name, what, values.only);
  const span = agents[name].recorded;
  const first = exactVersion(from ?? span?.oldest ?? '', name);
  const last = exactVersion(to ?? span?.newest ?? '', name);
  if (compareVersions(first, last) >= 0) throw new Error(`${last} is not later than ${first}.`);
  const versions = (await releasedVersions(name)).filter(
    (version) => compareVersions(version, first) >= 0 && compareVersions(version, last) <= 0,
  );
  say(`${what}, in ${versions.length} versions of ${name} from ${first} to ${last}`);
  const question = await narrowed(asked, isWhole ? shownIn(asked) : [first, last]);
  const landmarks = isWhole ? landmarksOf(question) : [];
  const found = await findEdges(versions, landmarks, (version) => answer(question, version));
  for (const { before, after } of found.edges) say(`edge between ${before} and ${after}`);
  const verb = asked.gap === undefined ? 'is as it should be' : 'shows';
  say(`${what} ${verb} ${spansText(found)}.`);
  if (asked.gap !== undefined) {
    const { since = 'the beginning', until = 'now' } = asked.gap;
    say(`The table says: from ${since} to ${until}.`);
  }
  if (found.edges.length === 0 && !isWhole) {
    throw new Error(
      `There is no edge between ${first} and ${last}: both are the same in this. Leave the versions out to look through all that were recorded.`,
    );
  }
});
