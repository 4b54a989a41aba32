/**
 * `npm run faults`: turns in which something goes wrong, 200 of them unless told otherwise, each of
 * which must have exactly one end, the right one, and leave nothing behind. Prints the table.
 *
 *     npm run faults -- --runs 400 --only owner --kinds process,bubblewrap
 */
import { parseArgs } from 'node:util';
import { testAgent } from '@dragoman/testkit';
import type { FaultRuns } from './fault-runs.js';
import { faults } from './faults.js';
import { manyAtOnce } from './many-at-once.js';
import { prepareKinds } from './prepare-kinds.js';
import { printTable } from './print-table.js';
import { runFault } from './run-fault.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    kinds: { type: 'string', default: 'process,bubblewrap,container' },
    at: { type: 'string', default: '3' },
  },
});

await testAgent('codex');
const prepared = await prepareKinds(values.kinds.split(','));
const { kinds } = prepared;
const chosen: FaultRuns[] = faults
  .filter(({ name }) => name.includes(values.only))
  .flatMap((fault) =>
    fault.kinds
      .filter((kind) => kinds.includes(kind))
      .map((kind) => ({ fault, kind, results: [] })),
  );
const shares = chosen.reduce((sum, { fault }) => sum + fault.share, 0);
const waiting = chosen.flatMap((runs) =>
  Array.from(
    { length: Math.max(1, Math.round((runs.fault.share / shares) * Number(values.runs))) },
    () => runs,
  ),
);

/** So many at once: what one turn does must not touch another. */
const workers = Array.from({ length: Number(values.at) }, async () => {
  for (let runs = waiting.shift(); runs !== undefined; runs = waiting.shift()) {
    const result = await runFault(runs.fault, runs.kind, prepared);
    runs.results.push(result);
    process.stderr.write(result.complaints.length === 0 ? '.' : '✗');
  }
});
await Promise.all(workers);
process.stderr.write('\n');
const isGood = printTable(chosen);
let mixed = 0;
for (const kind of kinds.filter((name) => name !== 'container' && values.only === '')) {
  const complaints = await manyAtOnce(kind);
  mixed += complaints.length;
  console.log(
    `20 turns at once, ${kind}: ${complaints.join('; ') || 'none mixed, all ended, nothing left'}`,
  );
}
process.exitCode = isGood && mixed === 0 ? 0 : 1;
