import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import type { Interpretation, Interpreter, Skim } from '../../interpret/interpreter.js';
import { typePosition } from '../type-position.js';
import { isCountLine, readCountLine } from '../usage/count-line.js';
import type { SavedState } from './saved-state.js';

/** Where the time stands in `{"timestamp":"2026-01-01T00:00:00.000Z",`. */
const TIME_FROM = 14;
const TIME_TO = 38;
const CONTEXT_OPENS = '"type":"turn_context",';
const THOUGHT_OPENS = '"type":"response_item","payload":{"type":"reasoning",';
const SEAL = '"encrypted_content":"';
const TOLD_THOUGHT_OPENS = '"type":"event_msg","payload":{"type":"agent_reasoning","text":"';
const TOLD_THOUGHT_CLOSES = '"}}';

const CONTEXT: Interpretation = { native: 'turn_context', disposition: 'mapped', events: [] };
const COUNT: Interpretation = {
  native: 'event_msg/token_count',
  disposition: 'mapped',
  events: [],
};

/**
 * Every call of the model leaves a running total of its tokens, the thought before it as an item and
 * as an event and, up to 0.98, the settings of the turn. They are most of all records; of the totals
 * the last one counts, the settings are mostly those of before, and an item is mostly the thought's
 * sealed form, which says nothing.
 */
export function createSkim(state: SavedState, push: Interpreter['push']): Skim {
  let latestContext = '';

  return {
    isMeant(line) {
      const place = typePosition(line);
      if (place === -1) return false;
      return (
        isCountLine(line, place) ||
        line.startsWith(THOUGHT_OPENS, place) ||
        line.startsWith(TOLD_THOUGHT_OPENS, place) ||
        line.startsWith(CONTEXT_OPENS, place)
      );
    },
    push(line) {
      const place = typePosition(line);
      if (isCountLine(line, place)) {
        // What is told at the end of the file is told at the time of its last record.
        state.ts = timeOf(line);
        state.usage.tokenCountUnread(readCountLine(line, place));
        return COUNT;
      }
      if (line.startsWith(CONTEXT_OPENS, place)) {
        const context = line.slice(place);
        if (context !== latestContext) {
          latestContext = context;
          return undefined;
        }
        state.ts = timeOf(line);
        return CONTEXT;
      }
      const isItem = line.startsWith(THOUGHT_OPENS, place);
      const record = isItem ? unsealedThought(line, place) : emittedThought(line, place);
      return record && push(record);
    },
  };
}

function timeOf(line: string): string {
  return line.slice(TIME_FROM, TIME_TO);
}

/** The item without its sealed form. No text in it can be taken for the seal: its quotes are escaped. */
function unsealedThought(line: string, place: number): JsonObject | undefined {
  const opens = line.indexOf(SEAL, place);
  if (opens === -1) return undefined;
  const from = opens + SEAL.length;
  const parsed = parseJson(line.slice(0, from) + line.slice(line.indexOf('"', from)));
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}

/** The event, unless its text has signs that JSON spells in another way. */
function emittedThought(line: string, place: number): JsonObject | undefined {
  const from = place + TOLD_THOUGHT_OPENS.length;
  const to = line.length - TOLD_THOUGHT_CLOSES.length;
  if (line.indexOf('"', from) !== to || !line.endsWith(TOLD_THOUGHT_CLOSES)) return undefined;
  const text = line.slice(from, to);
  if (text.includes('\\')) return undefined;
  const payload = { type: 'agent_reasoning', text };
  return { timestamp: timeOf(line), type: 'event_msg', payload };
}
