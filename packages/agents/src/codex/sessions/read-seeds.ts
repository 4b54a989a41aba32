import type { DragomanEvent } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { findLastRecord, type SoughtRecord } from '../../sessions/find-last-record.js';
import type { OpenFile } from '../../sessions/open-file.js';
import { noSeeds, type Seeds } from '../../sessions/paging.js';
import type { PositionedRecord } from '../../sessions/positioned-records.js';
import { toPlanEvent } from './plan-of-call.js';
import { recordKind } from './record-kind.js';
import { recordRoles } from './record-roles.js';

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

/** Only what says who speaks: anything else would be told as a part of the page. */
function isHeader(first: PositionedRecord | undefined): boolean {
  const kind = first?.record === undefined ? '' : recordKind(first.record);
  return kind === 'session_meta' || kind === 'bare';
}
