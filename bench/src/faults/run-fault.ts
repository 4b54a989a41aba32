import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EndEvent, JournaledEvent } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { namesIn, type SandboxKind } from '@dragoman/sandbox';
import { type TestContainers, testCacheDirectory, waitUntil } from '@dragoman/testkit';
import type { Fault, FaultyTurn } from './fault.js';
import { createFaultFixture, type FaultFixture } from './fault-fixture.js';
import { hasEndOnDisk, journalOnDisk } from './journal-on-disk.js';
import type { PreparedKinds } from './prepare-kinds.js';
import { type Owner, startOwner } from './start-owner.js';

export interface FaultResult {
  /** What is wrong about it; nothing, if all is as it must be. */
  readonly complaints: readonly string[];
  readonly peakBytes: number | undefined;
  readonly seconds: number;
}

const GIBIBYTE = 1024 ** 3;
const PATIENCE_MS = 60_000;
const FLOOD_PATIENCE_MS = 300_000;
const LEAVING_MS = 10_000;

/** One turn in which something goes wrong. */
export async function runFault(
  fault: Fault,
  kind: SandboxKind,
  { containers }: PreparedKinds,
): Promise<FaultResult> {
  const began = performance.now();
  const result = await withTurns(fault, kind, kind === 'container' ? containers : undefined).catch(
    (error: unknown) => ({ complaints: [errorMessage(error)], peakBytes: undefined }),
  );
  return { ...result, seconds: (performance.now() - began) / 1000 };
}

type FaultEvidence = Pick<FaultResult, 'complaints' | 'peakBytes'>;

async function withTurns(
  fault: Fault,
  kind: SandboxKind,
  containers: TestContainers | undefined,
): Promise<FaultEvidence> {
  const fixture = await createFaultFixture({ diskBytes: fault.diskBytes, containers });
  const request = {
    ...withMark(fault.turn, fixture.mark),
    sandbox: kind,
    ...(containers !== undefined && { image: containers.image }),
    cwd: fixture.workspace,
    stateDirectory: fixture.stateDirectory,
    cacheDir: testCacheDirectory(),
    floodBytes: GIBIBYTE,
  };
  const owner = startOwner(fixture, request, containers?.environment ?? {});
  try {
    return await watchFault(fault, fixture, owner);
  } catch (error) {
    const there = await fixture.remains();
    const complaints = [errorMessage(error), ...there.map((what) => `there: ${what}`)];
    return { complaints, peakBytes: undefined };
  } finally {
    owner.kill();
    await fixture.remove();
  }
}

async function watchFault(
  fault: Fault,
  fixture: FaultFixture,
  owner: Owner,
): Promise<FaultEvidence> {
  const journal = () => journalOnDisk(fixture.stateDirectory);
  const reached: FaultyTurn['reached'] = async (isMeant) => {
    await waitUntil('the turn is so far', async () => (await journal()).some(isMeant));
  };
  await fault.make?.({ fixture, owner, reached });
  const patience = fault.turn.fake === 'flood' ? FLOOD_PATIENCE_MS : PATIENCE_MS;
  const hasTurn = async () => (await namesIn(join(fixture.stateDirectory, 'turns'))).length > 0;
  const hasEnd = async () =>
    (await hasEndOnDisk(fixture.stateDirectory)) || (fault.isEarly === true && !(await hasTurn()));
  await waitUntil('the turn has its end', hasEnd, patience);
  const complaints = (await hasTurn()) ? checkEnd(fault, await journal()) : [];
  const { peakBytes, stderr } = await withinPatience(owner.gone);
  if (stderr !== '' && complaints.length > 0) complaints.push(`stderr: ${stderr.slice(-300)}`);
  complaints.push(...(await remainsAtLast(fixture)).map((what) => `left: ${what}`));
  return { complaints, peakBytes };
}

async function withinPatience(gone: Owner['gone']): Promise<Awaited<Owner['gone']>> {
  const late = delay(PATIENCE_MS, undefined, { ref: false });
  const seen = await Promise.race([gone, late]);
  if (seen === undefined) throw new Error('the owner stays although its turn has ended');
  return seen;
}

/** What is still there when all have had the time to go. */
export async function remainsAtLast(fixture: FaultFixture): Promise<readonly string[]> {
  let remains: readonly string[] = [];
  const isEmpty = async () => {
    remains = await fixture.remains();
    return remains.length === 0;
  };
  await waitUntil('nothing is left', isEmpty, LEAVING_MS).catch(() => {});
  return remains;
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
  if (fault.says !== undefined && !fault.says.test(end?.reason ?? '')) {
    complaints.push(`its reason is "${end?.reason}"`);
  }
  const gaps = journal.some((event, index) => event.seq !== index + 1);
  if (gaps && fault.turn.fake !== 'flood')
    complaints.push('its events are not numbered one by one');
  return complaints;
}
