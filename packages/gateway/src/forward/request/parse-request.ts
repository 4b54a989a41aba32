import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { countNames, measureJson } from '../../json/measure-json.js';
import { Refusal } from '../refusal.js';

/** Far more than a conversation has, and little enough to be built in memory. */
const MOST_MARKS = 2_000_000;
const DEEPEST = 256;

/**
 * The JSON object that a request's body is, and that any other parser takes it for: what is checked
 * here is what the provider reads. Refuses everything else.
 */
export function parseRequest(bytes: Buffer): JsonObject {
  const { names, marks, depth } = measureJson(bytes, MOST_MARKS);
  if (marks > MOST_MARKS || depth > DEEPEST) {
    throw unreadable(
      `has more structure than this gateway reads (${MOST_MARKS} values, ${DEEPEST} levels)`,
    );
  }
  const text = decodeText(bytes);
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed === undefined || !parsed.ok || !isJsonObject(parsed.value)) {
    throw unreadable('is not a JSON object in UTF-8');
  }
  // Of a name that stands twice, parsers take the one or the other.
  if (countNames(parsed.value) !== names) throw unreadable('has a name twice in one object');
  return parsed.value;
}

function decodeText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function unreadable(why: string): Refusal {
  const message = `The request's body ${why}, so it cannot be checked and is not forwarded.`;
  return new Refusal({ status: 400, message, code: 'request_unreadable' }, 'refused');
}
