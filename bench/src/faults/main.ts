/**
 * `npm run faults`: turns in which something goes wrong, 200 by default, each of
 * which must have exactly one end, the right one, and leave nothing behind. Prints the table.
 *
 *     npm run faults -- --runs 400 --only owner --kinds process,bubblewrap
 */
import { parseArgs } from 'node:util';
import { testAgent } from '@dragoman/testkit';
import { removeAllFixtures } from './fault-fixture.js';
import type { FaultRuns } from './fault-runs.js';
import { faults } from './faults.js';
import { killedServer } from './killed-server.js';
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

const [runs, at] = [countOf('runs'), countOf('at')];
const prepared = await prepareKinds(values.kinds.split(','));
const { kinds, containers } = prepared;
await testAgent('codex');
const chosen: FaultRuns[] = faults
  .filter(({ name }) => name.includes(values.only))
  .flatMap((fault) =>
    fault.kinds
      .filter((kind) => kinds.includes(kind))
      .map((kind) => ({ fault, kind, results: [] })),
  );
const KILLED_SERVER = 'kill -9 of the server amid 30 turns';
const killsServer = KILLED_SERVER.includes(values.only) && kinds.includes('process');
if (chosen.length === 0 && !killsServer) {
  throw new Error(`No fault for ${kinds.join(', ')} has "${values.only}" in its name.`);
}
const shares = chosen.reduce((sum, { fault }) => sum + fault.share, 0);
const waiting = chosen.flatMap((same) =>
  Array.from({ length: Math.max(1, Math.round((same.fault.share / shares) * runs)) }, () => same),
);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    waiting.length = 0;
    removeAllFixtures().finally(() => process.exit(130));
  });
}

/** So many at once: what one turn does must not touch another. */
const workers = Array.from({ length: at }, async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const result = await runFault(next.fault, next.kind, prepared);
    next.results.push(result);
    process.stderr.write(result.complaints.length === 0 ? '.' : '✗');
  }
});
await Promise.all(workers);
process.stderr.write('\n');
const isGood = printTable(chosen);
let mixed = 0;
if (killsServer) {
  const complaints = await killedServer();
  mixed += complaints.length;
  const good = 'each has one end, no reader a gap, no conversation is busy, nothing left';
  console.log(`${KILLED_SERVER}, process: ${complaints.join('; ') || good}`);
}
if (values.only === '') {
  // Here this process is the one that starts the containers.
  Object.assign(process.env, containers?.environment);
  for (const kind of kinds) {
    const complaints = await manyAtOnce(kind, kind === 'container' ? containers : undefined);
    mixed += complaints.length;
    console.log(
      `20 turns at once, ${kind}: ${complaints.join('; ') || 'none mixed, all ended, nothing left'}`,
    );
  }
}
process.exitCode = isGood && mixed === 0 ? 0 : 1;

function countOf(name: 'runs' | 'at'): number {
  const count = Number(values[name]);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`--${name} is ${values[name]}; it must be a whole number, 1 or more.`);
}
