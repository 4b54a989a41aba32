import type { DragomanEvent } from '@dragoman/protocol';
import type { Interpretation, Skim } from '../../interpret/interpreter.js';

const UPDATE_OPENS = '{"$set":{"lastUpdated":"';
const UPDATE_LENGTH = '{"$set":{"lastUpdated":"2026-01-01T02:24:01.997Z"}}'.length;
/** Behind `{"id":"…","timestamp":"…`, with a UUID and a time. */
const SORT_AT = '{"id":"'.length + 36 + '","timestamp":"'.length + 24;
const ANSWER_OPENS = '","type":"user","content":[{"functionResponse":{"';
const ANSWER_CLOSES = '}]}';

const NONE: readonly DragomanEvent[] = [];
const UPDATE: Interpretation = { native: '$set', disposition: 'metadata', events: NONE };
const ANSWER: Interpretation = { native: 'message/user', disposition: 'mapped', events: NONE };

/**
 * Most records only say when the file was last written to, or repeat what tools have answered, which
 * is told with their calls. In any other spelling than Gemini CLI's own they are parsed like others.
 */
export const savedSkim: Skim = {
  isMeant: (line) => isUpdate(line) || isAnswer(line),
  push: (line) => (isUpdate(line) ? UPDATE : ANSWER),
};

function isUpdate(line: string): boolean {
  return line.length === UPDATE_LENGTH && line.startsWith(UPDATE_OPENS);
}

function isAnswer(line: string): boolean {
  return line.startsWith(ANSWER_OPENS, SORT_AT) && line.endsWith(ANSWER_CLOSES);
}
