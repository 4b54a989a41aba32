import type { Interpretation, Interpreter } from '@dragoman/agents';
import { isJsonObject, parseJson } from '@dragoman/protocol';

/** Instructions that a CLI adds by itself are longer; what a scenario says is shorter. */
const LONGEST = 1000;
const LONG_STRING = new RegExp(`"(?:[^"\\\\]|\\\\.){${LONGEST},}"`, 'g');

/**
 * Takes the long texts out of records that are no part of the conversation: instructions, lists of
 * skills, copies of requests. They make most of a session file, and no rule reads them.
 */
export function shortenMetadata(text: string, interpreter: Interpreter): string {
  return text
    .split('\n')
    .map((line) => {
      const parsed = parseJson(line);
      if (!parsed.ok || !isJsonObject(parsed.value)) return line;
      const isSpeech = saysSomething(interpreter.push(parsed.value));
      return isSpeech ? line : line.replace(LONG_STRING, '"(scrubbed)"');
    })
    .join('\n');
}

/** Whether a record may be part of the conversation, which begins behind `init`. */
function saysSomething({ disposition, parts, events }: Interpretation): boolean {
  if (parts !== undefined) return true;
  const isBeginning = events.length > 0 && events.every(({ type }) => type === 'init');
  return disposition !== 'metadata' && !isBeginning;
}
