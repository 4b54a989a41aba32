import { setTimeout as delay } from 'node:timers/promises';
import { DragomanError } from '@dragoman/protocol';
import { ownerIsAlive } from '@dragoman/sandbox';
import { type JournalWriter, openJournal } from '../journal/open-journal.js';
import { readJournal } from '../journal/read-journal.js';
import { createEvidence } from '../outcome/create-evidence.js';
import { decideOutcome } from '../outcome/decide-outcome.js';
import { endOf } from '../turn/end-of.js';
import { readTurnRecord, type TurnRecord } from '../turn/turn-record.js';
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
 * gives its journal the one `end`. Several may do so at once; one of them does it.
 */
export async function recoverTurn(directory: string): Promise<Recovery> {
  const record = await readTurnRecord(directory);
  if (record === undefined) return 'missing';
  const deadline = performance.now() + PATIENCE_MS;
  while (true) {
    if (endOf(directory) !== undefined) return 'ended';
    if (ownerIsAlive(record.owner)) return 'owned';
    const journal = tryOpen(directory);
    if (journal !== undefined) return endUnder(journal, directory, record);
    if (performance.now() > deadline) return 'owned';
    await delay(POLL_MS);
  }
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
    const warning = `What is left of it could not all be removed. ${failures.join(' ')}`;
    const end = decideOutcome(evidence.evidence());
    journal.appendEnd(failures.length === 0 ? end : { ...end, warning });
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
