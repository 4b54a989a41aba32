import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DragomanError } from '@dragoman/protocol';
import {
  isRunDirectoryOf,
  namesIn,
  ownerIsAlive,
  removeTree,
  type SandboxProvider,
} from '@dragoman/sandbox';
import type { JournalWriter } from '../journal/journal-writer.js';
import { openJournal } from '../journal/open-journal.js';
import { readJournal } from '../journal/read-journal.js';
import { createEvidence } from '../outcome/create-evidence.js';
import { decideOutcome } from '../outcome/decide-outcome.js';
import { releaseHome, removeLockDrafts } from '../sessions/home-lock.js';
import { isHomeIn } from '../sessions/session-home.js';
import { passFileName } from '../tools/caller-server.js';
import { createCleanup } from '../turn/cleanup.js';
import { endOf } from '../turn/list-turns.js';
import { reportRisks } from '../turn/report-risks.js';
import { type NumberedEnd, readTurnRecord, type TurnRecord } from '../turn/turn-record.js';
import { providersOf } from './known-providers.js';

/**
 * What there was to do: `recovered` it was ended here, `ended` it had its end, `owned` its owner
 * lives and will end it, `missing` there is no turn.
 */
export type Recovery = 'recovered' | 'ended' | 'owned' | 'missing';

export interface RecoveryOptions {
  /**
   * Providers of sandboxes that don't come with Dragoman. Those that this process has used are known.
   */
  readonly providers?: readonly SandboxProvider[] | undefined;
}

/** How long another process may take that recovers the same turn. */
const PATIENCE_MS = 30_000;
const POLL_MS = 50;

/**
 * What anybody does for a turn whose owner died: ends what still runs, removes what is left, and
 * gives its journal the one `end`. A journal that has lost its end gets it back. Several may do so at
 * once; one of them does it. Rejects with `sandbox_unknown`, and changes nothing, where the turn ran in a
 * sandbox of a kind for which there is no provider.
 */
export async function recoverTurn(
  directory: string,
  { providers }: RecoveryOptions = {},
): Promise<Recovery> {
  const record = await readTurnRecord(directory);
  if (record === undefined) return 'missing';
  const deadline = performance.now() + PATIENCE_MS;
  while (true) {
    if (endOf(directory) !== undefined) return 'ended';
    if (record.end === undefined && ownerIsAlive(record.owner)) return 'owned';
    if (record.end !== undefined) {
      const journal = tryOpen(directory);
      if (journal !== undefined) return restoreEnd(journal, record.end);
    } else {
      const { sandbox, stateDirectory } = record;
      const known = providersOf(sandbox, { stateDirectory, providers });
      const journal = tryOpen(directory);
      if (journal !== undefined) return endUnder(journal, directory, record, known);
    }
    if (performance.now() > deadline) return 'owned';
    await delay(POLL_MS);
  }
}

/** The turn had its end, and its journal has lost it. Its number shows readers how much else is lost. */
function restoreEnd(journal: JournalWriter, { seq, type: _type, ...end }: NumberedEnd): Recovery {
  try {
    if (journal.ended) return 'ended';
    const lost = `The end of its journal was lost, with ${seq - 1 - journal.lastSeq} events before it.`;
    journal.skipTo(seq - 1);
    journal.appendEnd({ ...end, warning: [end.warning, lost].filter(Boolean).join(' ') });
    return 'recovered';
  } finally {
    journal.close();
  }
}

/**
 * Removes the folder of a turn whose owner died before it could write the record: only a draft of that
 * can be in it. Says whether it did.
 */
export async function removeUnrecorded(directory: string): Promise<boolean> {
  const names = await namesIn(directory);
  if (names.some((name) => !/^turn\.json\..*\.tmp$/.test(name))) return false;
  await removeTree(directory);
  return true;
}

async function endUnder(
  journal: JournalWriter,
  directory: string,
  record: TurnRecord,
  providers: readonly SandboxProvider[],
): Promise<Recovery> {
  try {
    if (journal.ended) return 'ended';
    // After its end no process of a turn is alive, so this comes first.
    const failures = await removeRemains(directory, record, providers);
    const evidence = createEvidence({ ...(record.agent && { command: record.agent }) });
    for await (const event of readJournal(directory, { follow: false })) evidence.event(event);
    evidence.ownerLost();
    const risks = await reportRisks(record, Date.parse(record.createdAt));
    const warning = `What is left of it could not all be removed. ${failures.join(' ')}`;
    const end = decideOutcome(evidence.evidence());
    journal.appendEnd(
      failures.length === 0 ? end : { ...end, warning },
      risks === undefined ? [] : [risks],
    );
    return 'recovered';
  } finally {
    journal.close();
  }
}

/** Nothing when another process is at it. */
function tryOpen(directory: string): JournalWriter | undefined {
  try {
    return openJournal(directory);
  } catch (error) {
    if (error instanceof DragomanError && error.code === 'journal_locked') return undefined;
    throw error;
  }
}

/**
 * Ends and removes all that is left of a turn whose owner died, but its journal and its session. Says
 * what could not be removed.
 */
function removeRemains(
  directory: string,
  record: TurnRecord,
  providers: readonly SandboxProvider[],
): Promise<readonly string[]> {
  const { runDirectory, home, homeIsNew, sessionId, stateDirectory } = record;
  const cleanup = createCleanup();
  cleanup.add('The lock of HOME', () => releaseHome(home, directory));
  if (isHomeIn(stateDirectory, home)) {
    cleanup.add('Drafts of the lock', () => removeLockDrafts(home, directory, homeIsNew));
    cleanup.add('The pass to the tools', () => rm(join(home, passFileName), { force: true }));
    if (homeIsNew && sessionId === undefined) {
      cleanup.add('The HOME', () => removeTree(home));
    }
  }
  if (isRunDirectoryOf(basename(directory), runDirectory)) {
    cleanup.add('The sockets', () => removeTree(runDirectory));
  }
  cleanup.add('The sandbox', () => removeSandboxes(record, providers));
  return cleanup.run();
}

/** Rejects where a provider of the caller made the sandbox and none here lists it: then it may still run. */
async function removeSandboxes(
  record: TurnRecord,
  providers: readonly SandboxProvider[],
): Promise<void> {
  const { sandboxId, sandbox, providerIsGiven } = record;
  const { found, problems } = await sandboxesOf(record, providers);
  for (const one of found) await one.remove();
  if (found.length > 0) return;
  for (const problem of problems) throw problem;
  if (providerIsGiven !== true || sandboxId === undefined) return;
  throw new DragomanError(
    'sandbox_unlisted',
    `The sandbox ${sandboxId} is in no list of a provider of the kind ${JSON.stringify(sandbox)} here. If it is not gone, it still runs: end it with the provider that made it.`,
  );
}

interface FoundSandboxes {
  readonly found: Awaited<ReturnType<SandboxProvider['list']>>;
  /** Why some providers could not say what they have. */
  readonly problems: readonly unknown[];
}

/** The sandboxes of a turn. Found by its label, too: an owner may die before it could note the id. */
export async function sandboxesOf(
  { sandboxId, id }: TurnRecord,
  providers: readonly SandboxProvider[],
): Promise<FoundSandboxes> {
  const lists = await Promise.allSettled(providers.map(async (provider) => provider.list()));
  const all = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
  return {
    found: all.filter(({ id: its, labels }) => its === sandboxId || labels.turn === id),
    problems: lists.flatMap((list) => (list.status === 'rejected' ? [list.reason] : [])),
  };
}
