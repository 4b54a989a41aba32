/**
 * `npm run agents:bisect`: finds the two neighbouring versions of an agent between which something
 * changed, by running real versions: whether a gap shows, or whether a scenario is as it should be.
 *
 *     npm run agents:bisect -- codex early-output 0.98.0 0.166.0
 *     npm run agents:bisect -- codex "thoughts in several parts" 0.107.0 0.121.0
 *     npm run agents:bisect -- codex failures 0.135.0 0.150.0 "a bad request"
 */
import { execFile } from 'node:child_process';
import { isDeepStrictEqual, promisify } from 'node:util';
import { type AgentName, agents, parseAgentReference } from '@dragoman/agents';
import { compareVersions } from '@dragoman/agents/internal';
import {
  agentViews,
  type FreshRun,
  freshComplaints,
  levelViews,
  playScenario,
  type SessionViews,
  scenariosOf,
  type ViewGap,
} from '@dragoman/testkit/views';
import { isUnsupported } from './is-unsupported.js';

const [reference = '', what = '', from = '', to = '', only] = process.argv.slice(2);
const USAGE =
  'npm run agents:bisect -- <agent> <gap or scenario> <version> <later version> [scenario of the gap]';
if (to === '') throw new Error(`Four things are needed: ${USAGE}`);
const { name } = parseAgentReference(reference);
const gap = agentViews[name].gaps.find(({ id }) => id === what);

/** All versions that were released, without those for testing. */
async function releasedVersions(agent: AgentName): Promise<readonly string[]> {
  const { packageName } = agents[agent];
  const view = ['view', packageName, 'versions', '--json'];
  const { stdout } = await promisify(execFile)('npm', view, { maxBuffer: 1 << 26 });
  const versions: readonly string[] = JSON.parse(stdout);
  return versions
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .sort(compareVersions)
    .filter((version) => compareVersions(version, from) >= 0 && compareVersions(version, to) <= 0);
}

/** Whether it is so in a version: the gap shows in a scenario, or the scenario is as it should be. */
async function isSo(version: string): Promise<boolean> {
  const scenarios = scenariosOf(name, version);
  const scenario = gap === undefined ? what : only;
  const chosen = scenarios.filter((one) => scenario === undefined || one.name === scenario);
  if (chosen.length === 0) throw new Error(`${name} has no gap and no scenario "${scenario}".`);
  for (const one of chosen) {
    const run = await playScenario(`${name}@${version}`, one).catch(orUnsupported);
    if (run === undefined) continue;
    if (gap === undefined) return freshComplaints(run, one).length === 0;
    if (shows(run, gap)) return true;
  }
  return false;
}

/** A version that can't do what a scenario is about shows nothing in it. */
function orUnsupported(error: unknown): undefined {
  if (!isUnsupported(error)) throw error;
}

/** Whether the views of a session differ in what this gap is about, and in nothing else. */
function shows({ sessions }: FreshRun, shown: ViewGap): boolean {
  const all = agentViews[name].gaps;
  const others = all.filter((other) => other !== shown);
  return sessions.some(({ views }) => !agree(views, others) && agree(views, all));
}

function agree(views: SessionViews, gaps: readonly ViewGap[]): boolean {
  const { live, saved } = levelViews(views, gaps);
  return isDeepStrictEqual(live.blocks, saved.blocks) && isDeepStrictEqual(live.usage, saved.usage);
}

async function looked(version: string): Promise<boolean> {
  const answer = await isSo(version);
  process.stdout.write(`${version}  ${answer ? 'yes' : 'no'}\n`);
  return answer;
}

const versions = await releasedVersions(name);
let [low, high] = [0, versions.length - 1];
const first = await looked(versions[low] ?? from);
const last = await looked(versions[high] ?? to);
if (first === last) {
  throw new Error(`There is no edge: ${from} and ${to} are the same in this.`);
}
while (high - low > 1) {
  const middle = Math.floor((low + high) / 2);
  if ((await looked(versions[middle] ?? '')) === first) low = middle;
  else high = middle;
}
const [before, after] = [versions[low], versions[high]];
process.stdout.write(
  `${what}: ${first ? `up to ${before}, not from ${after} on` : `from ${after} on, not up to ${before}`}\n`,
);
