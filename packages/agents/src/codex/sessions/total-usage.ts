import { isJsonObject, parseJson, type UsageFigures } from '@dragoman/protocol';
import { objectAt } from '../../interpret/json-fields.js';
import type { OpenFile } from '../../sessions/open-file.js';
import { siftLines } from '../../sessions/sift-lines.js';
import { isCountLine, readCountLine } from '../usage/count-line.js';
import { createSavedUsageCounter } from '../usage/saved-usage-counter.js';
import { recordKind } from './record-kind.js';

/** What a session used, from the few records that tell of it: no other is parsed. */
export async function totalUsage(file: OpenFile): Promise<UsageFigures | undefined> {
  const counter = createSavedUsageCounter();
  await siftLines(file, ['"token_count"', '"token_usage_record"'], (line) => {
    if (isCountLine(line)) {
      counter.tokenCountUnread(readCountLine(line));
      return;
    }
    const parsed = parseJson(line);
    if (!parsed.ok || !isJsonObject(parsed.value)) return;
    const payload = objectAt(parsed.value, 'payload');
    if (payload === undefined) return;
    const kind = recordKind(parsed.value);
    if (kind === 'event_msg/token_count') counter.tokenCount(payload);
    if (kind === 'token_usage_record') counter.usageRecord(payload);
  });
  return counter.total();
}
