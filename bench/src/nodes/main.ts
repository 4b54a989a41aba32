/**
 * `npm run faults:nodes`: three servers that share a Redis, thirty turns, and a fault amid them. Each turn
 * must have one end, each reader a gapless sequence or a clear error, and nothing may be left. Prints the
 * table.
 *
 *     npm run faults:nodes -- --only SIGSTOP --runs 3
 */
import { parseArgs } from 'node:util';
import { requireProgram, testAgent } from '@dragoman/testkit';
import { formatColumns } from '../format-columns.js';
import { removeAllClusters } from './cluster.js';
import { nodeFaults } from './node-faults.js';
import { type NodeFaultResult, runNodeFault } from './run-node-fault.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '1' },
  },
});

const runs = Number(values.runs);
const chosen = nodeFaults.filter(({ name }) => name.includes(values.only));
if (chosen.length === 0) throw new Error(`No fault has "${values.only}" in its name.`);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs is ${values.runs}.`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    removeAllClusters().finally(() => process.exit(130));
  });
}

await requireProgram('redis-server', 'redis-server');
await testAgent('codex');
const rows: string[][] = [['fault', 'turns', 'readers', 'drops', 'refused', 'wrong', 's']];
const complaints: string[] = [];
for (const fault of chosen) {
  for (let run = 0; run < runs; run += 1) {
    const result = await runNodeFault(fault);
    rows.push([fault.name, ...figuresOf(result)]);
    complaints.push(...result.complaints.map((words) => `${fault.name}: ${words}`));
    process.stderr.write(result.complaints.length === 0 ? '.' : '✗');
  }
}
process.stderr.write('\n');
for (const line of formatColumns(rows)) console.log(line);
for (const words of complaints) console.log(words);
process.exitCode = complaints.length === 0 ? 0 : 1;

function figuresOf(result: NodeFaultResult): string[] {
  const { turns, readers, drops, refused, seconds } = result;
  const counts = [turns, readers, drops, refused, result.complaints.length];
  return [...counts.map(String), seconds.toFixed(0)];
}
