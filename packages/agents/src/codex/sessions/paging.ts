import type { PositionedRecord } from '../../sessions/positioned-records.js';
import type { Paging } from '../../sessions/session-format.js';
import { answersIn, callIdOf, callsIn, recordKind, recordRoles } from './records.js';
import { readSeeds } from './seeds.js';

/** The call whose answers say how a command ended that still ran when it was answered. */
const READS_ON = '"write_stdin"';

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
    return isAnyRunning(calls, records) ? [...answers, READS_ON] : answers;
  },
};

/** A call that was answered and still has no result is a command that still ran. */
function isAnyRunning(calls: readonly string[], records: readonly PositionedRecord[]): boolean {
  return records.some(
    ({ record }) =>
      record !== undefined &&
      recordRoles.output.has(recordKind(record)) &&
      calls.includes(callIdOf(record) ?? ''),
  );
}

const { turnStart, prompt, output, afterOutputs, lastOfTurn } = recordRoles;

/** The records before which nothing is left open, as indices: where turns and model calls begin. */
export function quietPoints(records: readonly PositionedRecord[]): number[] {
  const kinds = records.map(({ record }) => (record === undefined ? '' : recordKind(record)));
  const marksTurns = kinds.some((kind) => turnStart.has(kind));
  const isBare = records.every(({ record }) => record?.payload === undefined);
  const points: number[] = [];
  let previous = '';
  let firstPrompt: number | undefined;
  for (const [index, kind] of kinds.entries()) {
    if (kind === 'bare') continue;
    if (prompt.has(kind) && !prompt.has(previous)) {
      // Of prompts at the very beginning more may lie before.
      firstPrompt = previous === '' ? undefined : index;
    }
    const beginsCall = output.has(previous) && (isBare ? isReply(kind) : afterOutputs.has(kind));
    const beginsTurn = marksTurns
      ? turnStart.has(kind)
      : prompt.has(kind) && lastOfTurn.has(previous);
    // What was written before the mark of a turn is only understood with what follows it.
    const isPrompted = beginsTurn && marksTurns && prompt.has(previous);
    const point = isPrompted ? firstPrompt : index;
    if ((beginsCall || beginsTurn) && point !== undefined) points.push(point);
    previous = kind;
  }
  return points;
}

/** The first era says nothing twice, so there whatever the model says after an output is a new call's. */
function isReply(kind: string): boolean {
  return kind.startsWith('response_item/') && !output.has(kind) && !prompt.has(kind);
}
