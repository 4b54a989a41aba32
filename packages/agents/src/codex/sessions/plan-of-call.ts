import type { DragomanEvent } from '@dragoman/protocol';
import type { OpenFile } from '../../sessions/open-file.js';
import { type PositionedRecord, readRecords } from '../../sessions/positioned-records.js';
import { createCodexSaved } from '../saved.js';
import { callIdOf } from './call-ids.js';

/** An answer to a plan comes at once; so many bytes are many records. */
const ANSWER_WITHIN = 256 * 1024;

/** The plan that a call in the file has set, if it was accepted before the position. */
export async function toPlanEvent(
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
