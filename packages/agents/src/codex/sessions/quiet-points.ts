import type { PositionedRecord } from '../../sessions/positioned-records.js';
import { recordKind } from './record-kind.js';
import { recordRoles } from './record-roles.js';

const { turnStart, prompt, output, afterOutputs, lastOfTurn } = recordRoles;

/** The records before which nothing is left open, as indices: where turns and model calls begin. */
export function quietPoints(records: readonly PositionedRecord[]): number[] {
  const kinds = records.map(({ record }) => (record === undefined ? '' : recordKind(record)));
  const marksTurns = kinds.some((kind) => turnStart.has(kind));
  const isBare = records.every(({ record }) => record?.payload === undefined);
  const points: number[] = [];
  let previous = '';
  for (const [index, kind] of kinds.entries()) {
    if (kind === 'bare') continue;
    const beginsCall = output.has(previous) && (isBare ? isReply(kind) : afterOutputs.has(kind));
    const beginsTurn = marksTurns
      ? turnStart.has(kind)
      : prompt.has(kind) && lastOfTurn.has(previous);
    if (beginsCall || beginsTurn) points.push(index);
    previous = kind;
  }
  return points;
}

/** The first era tells nothing twice, so there whatever the model says after an output is a new call's. */
function isReply(kind: string): boolean {
  return kind.startsWith('response_item/') && !output.has(kind) && !prompt.has(kind);
}
