import type { DragomanEvent } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import type { OpenFile } from '../../sessions/open-file.js';
import { type PositionedRecord, readRecords } from '../../sessions/positioned-records.js';
import { findLastRecord, type SoughtRecord } from '../../sessions/search-file.js';
import { noSeeds, type Seeds } from '../../sessions/session-format.js';
import { createCodexSaved } from '../saved.js';
import { callIdOf, recordKind, recordRoles } from './records.js';

const MEBIBYTE = 1024 * 1024;
/** Of a session in which more plans in a row were refused, none is taken to have been accepted. */
const MOST_REFUSED = 2;

const TURN: SoughtRecord = {
  holds: '_started"',
  is: (record) => recordRoles.turnStart.has(recordKind(record)),
  within: 64 * MEBIBYTE,
};
const CONTEXT: SoughtRecord = {
  holds: '"turn_context"',
  is: (record) => recordKind(record) === 'turn_context',
  within: 64 * MEBIBYTE,
};
const PLAN: SoughtRecord = {
  holds: '"update_plan"',
  is: (record) => textAt(objectAt(record, 'payload') ?? record, 'name') === 'update_plan',
  within: 4 * MEBIBYTE,
};

/** The records before a position that the messages after it depend on: who, which turn, which model, which plan. */
export async function readSeeds(
  file: OpenFile,
  first: PositionedRecord | undefined,
  at: number,
): Promise<Seeds> {
  if (at === 0) return noSeeds;
  const turn = await findLastRecord(file, at, TURN);
  const context = await findLastRecord(file, at, CONTEXT);
  const inOrder = [isHeader(first) ? first : undefined, turn, context].sort(
    (left, right) => (left?.at ?? 0) - (right?.at ?? 0),
  );
  return {
    records: inOrder.map((found) => found?.record).filter((record) => record !== undefined),
    plan: await planBefore(file, at),
  };
}

/** The plan that held at a position: the last that was accepted, behind which some may have been refused. */
async function planBefore(file: OpenFile, at: number): Promise<DragomanEvent | undefined> {
  let before = at;
  for (let refused = 0; refused < MOST_REFUSED; refused += 1) {
    const call = await findLastRecord(file, before, PLAN);
    if (call === undefined) return undefined;
    const plan = await toPlanEvent(file, call, at);
    if (plan !== undefined) return plan;
    before = call.at;
  }
  return undefined;
}

/** Only what says who speaks: anything else would become a part of the page. */
function isHeader(first: PositionedRecord | undefined): boolean {
  const kind = first?.record === undefined ? '' : recordKind(first.record);
  return kind === 'session_meta' || kind === 'bare';
}

/** An answer to a plan comes at once; so many bytes are many records. */
const ANSWER_WITHIN = 256 * 1024;

/** The plan that a call in the file has set, if it was accepted before the position. */
async function toPlanEvent(
  file: OpenFile,
  call: PositionedRecord,
  before: number,
): Promise<DragomanEvent | undefined> {
  if (call.record === undefined) return undefined;
  const callId = callIdOf(call.record);
  const following = await readRecords(file, call.end, Math.min(before, call.end + ANSWER_WITHIN));
  const answer = following.find(
    ({ record }) => record !== undefined && callIdOf(record) === callId,
  );
  if (answer?.record === undefined) return undefined;
  const interpreter = createCodexSaved();
  const events = [
    ...interpreter.push(call.record).events,
    ...interpreter.push(answer.record).events,
    ...interpreter.flush(),
  ];
  return events.find(({ type }) => type === 'plan');
}
