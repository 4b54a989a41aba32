/**
 * `npm run agents:check`: takes versions of agents through all scenarios and compares what each
 * printed with what it saved, and both with what its model counted. The page to read before a new
 * version is trusted.
 *
 *     npm run agents:check -- claude@2.1.300 codex --only resume
 */
import { parseArgs } from 'node:util';
import { parseAgentReference } from '@dragoman/agents';
import { testAgent } from '@dragoman/testkit';
import { freshComplaints, playScenario, scenariosOf } from '@dragoman/testkit/views';
import { isUnsupported } from './is-unsupported.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    at: { type: 'string', default: '2' },
  },
});

const atOnce = Number(values.at);
if (!(atOnce >= 1)) throw new Error(`--at ${values.at} is not how many to play at once.`);

interface Row {
  readonly agent: string;
  readonly scenario: string;
  readonly complaints: readonly string[];
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
      const complaints = await playScenario(agent, scenario).then(
        (run) => freshComplaints(run, scenario),
        (error: unknown) =>
          isUnsupported(error) ? undefined : [`It could not be played: ${error}`],
      );
      if (complaints !== undefined) rows[position] = { agent, scenario: scenario.name, complaints };
      process.stderr.write(complaints === undefined ? '-' : complaints.length === 0 ? '.' : '✗');
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  process.stderr.write('\n');
  return rows.filter((row) => row !== undefined);
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
  all += rows.length;
  bad += rows.filter(({ complaints }) => complaints.length > 0).length;
}
process.stdout.write(`${all} played, ${bad} bad\n`);
if (all === 0) throw new Error(`No scenario has "${values.only}" in its name.`);
process.exitCode = bad === 0 ? 0 : 1;
