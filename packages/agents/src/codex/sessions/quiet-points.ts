import type { PlacedRecord } from '../../sessions/placed-records.js';
import { recordKind } from './record-kind.js';

const OUTPUTS = new Set([
  'response_item/function_call_output',
  'response_item/custom_tool_call_output',
]);

/** What follows the outputs of a model call once all of it is written. */
const AFTER_OUTPUTS = new Set(['turn_context', 'event_msg/token_count', 'token_usage_record']);

/** What a turn ends with, in the versions that don't mark where one begins. */
const LAST_OF_TURN = new Set([
  'event_msg/token_count',
  'event_msg/agent_message',
  'event_msg/agent_reasoning',
  'event_msg/turn_aborted',
  'response_item/message/assistant',
  'response_item/reasoning',
]);

const PROMPTS = new Set(['response_item/message/user', 'response_item/message/developer']);
const TURN_START = 'event_msg/task_started';

/**
 * The records before which nothing is left open: no text waits for the record that repeats it, no
 * call for its output. A file cut there gives two lists of messages that, put together, are the list
 * of the whole. Indices, in order.
 */
export function quietPoints(records: readonly PlacedRecord[]): number[] {
  const kinds = records.map(({ record }) => (record === undefined ? '' : recordKind(record)));
  const marksTurns = kinds.includes(TURN_START);
  const isBare = records.every(({ record }) => record?.payload === undefined);
  const points: number[] = [];
  let previous = '';
  for (const [index, kind] of kinds.entries()) {
    if (kind === 'bare') continue;
    const beginsCall = OUTPUTS.has(previous) && (isBare ? isReply(kind) : AFTER_OUTPUTS.has(kind));
    const beginsTurn =
      kind === TURN_START || (!marksTurns && PROMPTS.has(kind) && LAST_OF_TURN.has(previous));
    if (beginsCall || beginsTurn) points.push(index);
    previous = kind;
  }
  return points;
}

/** The first era tells nothing twice, so there whatever the model says after an output is a new call's. */
function isReply(kind: string): boolean {
  return kind.startsWith('response_item/') && !OUTPUTS.has(kind) && !PROMPTS.has(kind);
}
