import type { Interpretation, Interpreter } from '@dragoman/agents';
import { isJsonObject, parseJson } from '@dragoman/protocol';

/** Instructions that a CLI adds by itself are longer; what a scenario says is shorter. */
const LONGEST_STRING = 1000;
const LONG_STRING = new RegExp(`"(?:[^"\\\\]|\\\\.){${LONGEST_STRING},}"`, 'g');
/** A longer record is a copy of a request or a list of tools. */
const LONGEST_RECORD = 4000;
const MOST_ENTRIES = 2;

/**
 * Takes the long texts and lists out of records that are no part of the conversation: instructions,
 * skills, tools, copies of requests. They make most of a session file, and no rule reads them.
 */
export function shortenMetadata(text: string, interpreter: Interpreter): string {
  return text
    .split('\n')
    .map((line) => {
      const parsed = parseJson(line);
      if (!parsed.ok || !isJsonObject(parsed.value)) return line;
      return saysSomething(interpreter.push(parsed.value)) ? line : shortened(line);
    })
    .join('\n');
}

/** Whether a record may be part of the conversation, which begins behind `init`. */
function saysSomething({ disposition, parts, events }: Interpretation): boolean {
  if (parts !== undefined) return true;
  const isBeginning = events.length > 0 && events.every(({ type }) => type === 'init');
  return disposition !== 'metadata' && !isBeginning;
}

function shortened(line: string): string {
  const short = line.replace(LONG_STRING, '"(scrubbed)"');
  if (short.length <= LONGEST_RECORD) return short;
  return JSON.stringify(JSON.parse(short, (_, value: unknown) => firstEntries(value)));
}

function firstEntries(value: unknown): unknown {
  return Array.isArray(value) ? value.slice(0, MOST_ENTRIES) : value;
}
