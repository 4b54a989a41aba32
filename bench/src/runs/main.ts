/**
 * `npm run faults:runs`: best-of-five runs whose process is killed at random moments, 50 by default, and
 * resumed. Prints a table; exits 1 when a run lost or did something twice.
 *
 *     npm run faults:runs -- --runs 10 --within 20000
 */
import { parseArgs } from 'node:util';
import { requireProgram, testAgent } from '@dragoman/testkit';
import { formatColumns } from '../format-columns.js';
import { type KilledRun, killedRun, VICTIMS } from './killed-run.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    /** In milliseconds after its start. */
    within: { type: 'string', default: '12000' },
  },
});

await requireProgram('bwrap', 'bubblewrap');
await testAgent('codex');
const done: KilledRun[] = [];
for (let index = 0; index < Number(values.runs); index += 1) {
  const victim = VICTIMS[index % VICTIMS.length] ?? 'owner';
  const result = await killedRun(victim, Math.round(Math.random() * Number(values.within)));
  done.push(result);
  process.stderr.write(result.complaints.length === 0 ? '.' : '✗');
}
process.stderr.write('\n');
const rows = VICTIMS.map((victim) => {
  const all = done.filter((one) => one.victim === victim);
  const events = all.map((one) => one.events);
  const good = all.filter(({ complaints }) => complaints.length === 0);
  return [victim, `${good.length}/${all.length}`, `${Math.min(...events)}–${Math.max(...events)}`];
});
for (const line of formatColumns([['killed', 'good', 'events in its log by then'], ...rows]))
  console.log(line);
const complaints = done.flatMap(({ victim, afterMs, complaints }) =>
  complaints.map((words) => `✗ ${victim} after ${afterMs} ms: ${words}`),
);
for (const words of complaints) console.log(words);
process.exitCode = complaints.length === 0 ? 0 : 1;
