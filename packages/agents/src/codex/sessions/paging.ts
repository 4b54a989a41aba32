import type { Paging } from '../../sessions/paging.js';
import type { PositionedRecord } from '../../sessions/positioned-records.js';
import { answersIn, callIdOf, callsIn } from './call-ids.js';
import { quietPoints } from './quiet-points.js';
import { readSeeds } from './read-seeds.js';
import { recordKind } from './record-kind.js';
import { recordRoles } from './record-roles.js';

/** The call that tells the end of a command that went on running when it was answered. */
const LOOKS_AFTER = '"write_stdin"';

/** How to find one's way in a session of Codex from the middle of it. */
export const codexPaging: Paging = {
  // Records of the first era have no time, so that ids depend on what came before.
  needsAll: (first) => first.payload === undefined,
  quietPoints,
  readSeeds,
  callsIn,
  answersIn,
  answerMarks(calls, records) {
    const answers = calls.map((id) => JSON.stringify(id));
    return isAnyRunning(calls, records) ? [...answers, LOOKS_AFTER] : answers;
  },
};

/** A call that was answered and still has no result is a command that went on running. */
function isAnyRunning(calls: readonly string[], records: readonly PositionedRecord[]): boolean {
  return records.some(
    ({ record }) =>
      record !== undefined &&
      recordRoles.output.has(recordKind(record)) &&
      calls.includes(callIdOf(record) ?? ''),
  );
}
