/**
 * `npm run bench`: measures what the project promises and prints each figure beside its bar.
 * Name benchmarks to run only those: `npm run bench -- framing forward`.
 */
import { longTurn } from './ai-sdk/long-turn.js';
import { manyConversations } from './ai-sdk/many-conversations.js';
import { mappingSpeed } from './ai-sdk/mapping-speed.js';
import { streamTime } from './ai-sdk/stream-time.js';
import type { Benchmark } from './benchmark.js';
import { firstByte } from './forward/first-byte.js';
import { manyStreams } from './forward/many-streams.js';
import { framingMemory } from './framing/memory.js';
import { framingSpeed } from './framing/speed.js';
import {
  churningNodes,
  publishingCost,
  readingElsewhere,
  tripsElsewhere,
} from './nodes/elsewhere.js';
import { snapshotTime } from './page/snapshot-time.js';
import { churningReaders } from './server/churning-readers.js';
import { helloTime } from './server/hello-time.js';
import { readerCost } from './server/reader-cost.js';
import { readingSpeed } from './server/reading-speed.js';
import { roundTrips } from './server/round-trips.js';
import { stalledReader } from './server/stalled-reader.js';
import { lastPageOfSession } from './sessions/last-page.js';
import { listingSessions } from './sessions/listing.js';
import { loadingClaude, loadingGemini, loadingSessions } from './sessions/loading.js';
import { execTime } from './turns/exec-time.js';
import { firstEvent } from './turns/first-event.js';
import { usageOfAgents } from './usage/usage.js';

const benchmarks: Record<string, readonly Benchmark[]> = {
  framing: [framingSpeed, framingMemory],
  forward: [firstByte, manyStreams],
  sessions: [loadingSessions, listingSessions, lastPageOfSession, loadingClaude, loadingGemini],
  usage: [usageOfAgents],
  turns: [execTime, firstEvent],
  'ai-sdk': [mappingSpeed, longTurn, streamTime, manyConversations],
  server: [helloTime, readingSpeed, roundTrips, readerCost],
  readers: [churningReaders, stalledReader],
  nodes: [readingElsewhere, tripsElsewhere, publishingCost, churningNodes],
  page: [snapshotTime],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(
    `no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}`,
  );
  process.exit(2);
}

for (const [name, parts] of Object.entries(benchmarks)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  for (const benchmark of parts) {
    for (const measurement of await benchmark()) {
      if ('unmeasured' in measurement) {
        console.log(`--   ${measurement.name}: not measured, ${measurement.unmeasured}`);
        continue;
      }
      const held = measurement.value <= measurement.bar;
      if (!held) process.exitCode = 1;
      const value = `${measurement.value.toFixed(2)} ${measurement.unit}`;
      const bar = `bar ${measurement.bar} ${measurement.unit}`;
      console.log(`${held ? 'ok  ' : 'MISS'} ${measurement.name}: ${value} (${bar})`);
      console.log(`     ${measurement.detail}`);
    }
  }
}
