/**
 * `npm run agents:check`: takes versions of agents through all scenarios and compares what each
 * printed with what it saved, and both with what its model counted. The page to read before a new
 * version is trusted.
 *
 *     npm run agents:check -- claude@2.1.300 codex --only resume
 *
 * With `--gaps` it also says which scenarios show each gap of the version, and which show one that the
 * tables don't give it.
 */
import { parseArgs } from 'node:util';
import { parseAgentReference } from '@dragoman/agents';
import { testAgent } from '@dragoman/testkit';
import {
  agentViews,
  type FreshRun,
  freshComplaints,
  gapsOf,
  playScenario,
  scenariosOf,
  type ViewGap,
} from '@dragoman/testkit/views';
import { isUnsupported } from './is-unsupported.js';
import { showsGap } from './shows-gap.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    at: { type: 'string', default: '2' },
    gaps: { type: 'boolean', default: false },
  },
});

const atOnce = Number(values.at);
if (!(atOnce >= 1)) throw new Error(`--at ${values.at} is not how many to play at once.`);

interface Row {
  readonly agent: string;
  readonly scenario: string;
  readonly complaints: readonly string[];
  /** The gaps that its run shows. */
  readonly gaps: readonly ViewGap[];
}

/** Plays the scenarios of one version, several at once, and gives a row for each, in their order. */
async function checkAgent(reference: string): Promise<readonly Row[]> {
  const { name, version } = await testAgent(reference);
  const agent = `${name}@${version}`;
  const scenarios = scenariosOf(parseAgentReference(name).name, version).filter((scenario) =>
    scenario.name.includes(values.only),
  );
  const rows: Row[] = [];
  const waiting = [...scenarios.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [position, scenario] = next;
      const found = await playScenario(agent, scenario).then(
        (run) => ({ complaints: freshComplaints(run, scenario), gaps: gapsIn(run, agent) }),
        (error: unknown) =>
          isUnsupported(error)
            ? undefined
            : { complaints: [`It could not be played: ${error}`], gaps: [] },
      );
      if (found !== undefined) rows[position] = { agent, scenario: scenario.name, ...found };
      process.stderr.write(found === undefined ? '-' : found.complaints.length === 0 ? '.' : '✗');
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  process.stderr.write('\n');
  return rows.filter((row) => row !== undefined);
}

function gapsIn(run: FreshRun, agent: string): readonly ViewGap[] {
  const { name } = parseAgentReference(agent);
  return values.gaps ? agentViews[name].gaps.filter((gap) => showsGap(run, gap, name)) : [];
}

/** A line for each gap that is of the version or shows in it. */
function printGaps(reference: string, rows: readonly Row[]): void {
  const { name } = parseAgentReference(reference);
  const version = rows[0]?.agent.split('@')[1] ?? '';
  const own = new Set(gapsOf(agentViews[name].gaps, version));
  for (const gap of agentViews[name].gaps) {
    const by = rows.filter(({ gaps }) => gaps.includes(gap)).map(({ scenario }) => `"${scenario}"`);
    if (!own.has(gap) && by.length === 0) continue;
    const shown = by.length === 0 ? 'no scenario shows it' : `shown by ${by.join(', ')}`;
    const beyond = own.has(gap) ? '' : ' although it is not of this version';
    process.stdout.write(`gap  ${name}@${version}  ${gap.id}: ${shown}${beyond}\n`);
  }
}

function print(rows: readonly Row[]): void {
  for (const { agent, scenario, complaints } of rows) {
    process.stdout.write(`${complaints.length === 0 ? 'ok  ' : 'BAD '} ${agent}  ${scenario}\n`);
    for (const complaint of complaints) process.stdout.write(`        ${complaint}\n`);
  }
}

if (positionals.length === 0) throw new Error('Name an agent, such as claude@2.1.300.');
let bad = 0;
let all = 0;
for (const reference of positionals) {
  const rows = await checkAgent(reference);
  print(rows);
  if (values.gaps) printGaps(reference, rows);
  all += rows.length;
  bad += rows.filter(({ complaints }) => complaints.length > 0).length;
}
process.stdout.write(`${all} played, ${bad} bad\n`);
if (all === 0) throw new Error(`No scenario has "${values.only}" in its name.`);
process.exitCode = bad === 0 ? 0 : 1;
