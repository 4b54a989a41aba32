import { setTimeout as delay } from 'node:timers/promises';
import { DragomanError } from '@dragoman/protocol';
import { namesIn, ownerIsAlive, removeTree } from '@dragoman/sandbox';
import { type JournalWriter, openJournal } from '../journal/open-journal.js';
import { readJournal } from '../journal/read-journal.js';
import { createEvidence } from '../outcome/create-evidence.js';
import { decideOutcome } from '../outcome/decide-outcome.js';
import { endOf } from '../turn/end-of.js';
import { reportRisks } from '../turn/report-risks.js';
import { type NumberedEnd, readTurnRecord, type TurnRecord } from '../turn/turn-record.js';
import { removeRemains } from './remove-remains.js';

/**
 * What there was to do: `recovered` it was ended here, `ended` it had its end, `owned` its owner
 * lives and will end it, `missing` there is no turn.
 */
export type Recovery = 'recovered' | 'ended' | 'owned' | 'missing';

/** How long another process may take that recovers the same turn. */
const PATIENCE_MS = 30_000;
const POLL_MS = 50;

/**
 * What anybody does for a turn whose owner died: ends what still runs, removes what is left, and
 * gives its journal the one `end`. A journal that has lost its end gets it back. Several may do so at once; one of them does it.
 */
export async function recoverTurn(directory: string): Promise<Recovery> {
  const record = await readTurnRecord(directory);
  if (record === undefined) return 'missing';
  const deadline = performance.now() + PATIENCE_MS;
  while (true) {
    if (endOf(directory) !== undefined) return 'ended';
    if (record.end === undefined && ownerIsAlive(record.owner)) return 'owned';
    const journal = tryOpen(directory);
    if (journal !== undefined) {
      if (record.end !== undefined) return restoreEnd(journal, record.end);
      return endUnder(journal, directory, record);
    }
    if (performance.now() > deadline) return 'owned';
    await delay(POLL_MS);
  }
}

/** The turn had its end, and its journal has lost it. Its number tells readers how much else is lost. */
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
): Promise<Recovery> {
  try {
    if (journal.ended) return 'ended';
    // After its end no process of a turn is alive, so this comes first.
    const failures = await removeRemains(directory, record);
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
