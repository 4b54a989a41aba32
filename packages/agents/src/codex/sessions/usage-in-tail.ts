import { isJsonObject, type JsonObject, parseJson, type UsageFigures } from '@dragoman/protocol';
import { objectAt } from '../../interpret/json-fields.js';
import { readUsageFigures } from '../usage/read-usage-figures.js';
import { recordKind } from './record-kind.js';

const NEWLINE = 0x0a;
const TELLS = Buffer.from('"token_');

/** The running total that the last bytes of a session tell, of which the first line may be cut off. */
export function usageInTail(tail: Buffer): UsageFigures | undefined {
  for (let hit = tail.lastIndexOf(TELLS); hit !== -1; ) {
    const start = tail.lastIndexOf(NEWLINE, hit) + 1;
    const newline = tail.indexOf(NEWLINE, hit);
    const parsed = parseJson(tail.toString('utf8', start, newline === -1 ? tail.length : newline));
    const total = parsed.ok && isJsonObject(parsed.value) ? totalOf(parsed.value) : undefined;
    if (total !== undefined) return total;
    // Before the very start there is nothing; a negative place would be counted from the end.
    hit = start === 0 ? -1 : tail.lastIndexOf(TELLS, start - 1);
  }
  return undefined;
}

function totalOf(record: JsonObject): UsageFigures | undefined {
  const payload = objectAt(record, 'payload');
  const kind = recordKind(record);
  if (kind === 'token_usage_record')
    return readUsageFigures(objectAt(payload, 'thread_token_usage'));
  if (kind !== 'event_msg/token_count') return undefined;
  return readUsageFigures(objectAt(objectAt(payload, 'info'), 'total_token_usage'));
}
