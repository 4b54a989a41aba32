import { setTimeout as delay } from 'node:timers/promises';
import type { EndEvent, JournaledEvent } from '@dragoman/protocol';
import type { SandboxKind } from '@dragoman/sandbox';
import { testCacheDirectory } from '@dragoman/testkit';
import type { Fault } from './fault.js';
import { createFaultPlace } from './fault-place.js';
import { journalOnDisk } from './journal-on-disk.js';
import type { PreparedKinds } from './prepare-kinds.js';
import { startOwner } from './start-owner.js';

export interface FaultResult {
  /** What is wrong about it; nothing, if all is as it must be. */
  readonly complaints: readonly string[];
  readonly peakBytes: number | undefined;
  readonly seconds: number;
}

const GIBIBYTE = 1024 ** 3;
const PATIENCE_MS = 60_000;
const FLOOD_PATIENCE_MS = 300_000;
const POLL_MS = 50;

/** One turn in which something goes wrong. */
export async function runFault(
  fault: Fault,
  kind: SandboxKind,
  { image, environment }: PreparedKinds,
): Promise<FaultResult> {
  const place = await createFaultPlace(fault.diskBytes);
  const journal = () => journalOnDisk(place.stateDirectory);
  const began = performance.now();
  const complaints: string[] = [];
  let peakBytes: number | undefined;
  try {
    const request = {
      ...withMark(fault.turn, place.mark),
      sandbox: kind,
      ...(kind === 'container' && image !== undefined && { image }),
      cwd: place.workspace,
      stateDirectory: place.stateDirectory,
      cacheDir: testCacheDirectory(),
      floodBytes: GIBIBYTE,
    };
    const owner = startOwner(place, request, environment);
    const reached = (isMeant: (event: JournaledEvent) => boolean) =>
      until(async () => (await journal()).some(isMeant), PATIENCE_MS);
    try {
      await fault.make?.({ place, owner, reached });
      const patience = fault.turn.fake === 'flood' ? FLOOD_PATIENCE_MS : PATIENCE_MS;
      await until(async () => (await journal()).at(-1)?.type === 'end', patience);
      complaints.push(...checkEnd(fault, await journal()));
      const { peakBytes: peak, stderr } = await owner.gone;
      peakBytes = peak;
      if (stderr !== '' && complaints.length > 0) complaints.push(`stderr: ${stderr.slice(-300)}`);
      await until(async () => (await place.remains()).length === 0, 10_000).catch(() => {});
      complaints.push(...(await place.remains()).map((what) => `left: ${what}`));
    } finally {
      owner.kill();
    }
  } catch (error) {
    complaints.push(error instanceof Error ? error.message : String(error));
    complaints.push(...(await place.remains()).map((what) => `there: ${what}`));
  } finally {
    for (const pid of (await place.processes()).keys()) process.kill(pid, 'SIGKILL');
    await place.remove();
  }
  return { complaints, peakBytes, seconds: (performance.now() - began) / 1000 };
}

function withMark(turn: Fault['turn'], mark: string): Fault['turn'] {
  return JSON.parse(JSON.stringify(turn).replaceAll('MARK', mark));
}

function checkEnd(fault: Fault, journal: readonly JournaledEvent[]): string[] {
  const complaints: string[] = [];
  const ends = journal.filter((event): event is JournaledEvent & EndEvent => event.type === 'end');
  if (ends.length !== 1) complaints.push(`${ends.length} ends`);
  const [end] = ends;
  if (end !== undefined && end.status !== fault.status) {
    complaints.push(`ended ${end.status} (${end.reason}) instead of ${fault.status}`);
  }
  if (fault.tells !== undefined && !fault.tells.test(end?.reason ?? '')) {
    complaints.push(`its reason is "${end?.reason}"`);
  }
  const gaps = journal.some((event, index) => event.seq !== index + 1);
  if (gaps && fault.turn.fake !== 'flood')
    complaints.push('its events are not numbered one by one');
  return complaints;
}

async function until(isSo: () => Promise<boolean>, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('it did not come to its end');
    await delay(POLL_MS);
  }
}
