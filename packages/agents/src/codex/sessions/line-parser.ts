import { isJsonObject, type JsonObject, type ParsedJson, parseJson } from '@dragoman/protocol';

// Up to 0.98 every call of the model is surrounded by records that repeat the one before: what the
// turn works with, how many tokens there were. They are almost half of such a file's records.
const REPEATED = ['"type":"turn_context",', '"type":"event_msg","payload":{"type":"token_count",'];

const OPENING = '{"timestamp":"';
const TIME = /^[\dT:.+-]{10,40}Z$/;

/** A record as it was last read, and its text behind the time. */
interface Remembered {
  readonly rest: string;
  readonly record: JsonObject;
}

/**
 * Parses the lines of a session file. One that has the very text of the last of its sort, but for the
 * time, is that record at another time, and isn't parsed again.
 */
export function createLineParser(): (text: string) => ParsedJson {
  const latest: (Remembered | undefined)[] = REPEATED.map(() => undefined);

  return (text) => {
    const timeEnd = text.startsWith(OPENING) ? text.indexOf('"', OPENING.length) : -1;
    const restStart = timeEnd + 2;
    const sort =
      timeEnd === -1 ? -1 : REPEATED.findIndex((opening) => text.startsWith(opening, restStart));
    if (sort === -1) return parseJson(text);
    const timestamp = text.slice(OPENING.length, timeEnd);
    const rest = text.slice(restStart);
    const known = latest[sort];
    if (known?.rest === rest && text[timeEnd + 1] === ',' && TIME.test(timestamp)) {
      return { ok: true, value: { ...known.record, timestamp } };
    }
    const parsed = parseJson(text);
    if (parsed.ok && isJsonObject(parsed.value)) latest[sort] = { rest, record: parsed.value };
    return parsed;
  };
}
