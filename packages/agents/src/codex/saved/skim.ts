import type { Interpretation, Skim } from '../../interpret/interpreter.js';
import { typePlace } from '../type-place.js';
import { isCountLine, readCountLine } from '../usage/count-line.js';
import type { SavedState } from './saved-state.js';

/** Where the time stands in `{"timestamp":"2026-01-01T00:00:00.000Z",`. */
const TIME_FROM = 14;
const TIME_TO = 38;
const CONTEXT_OPENS = '"type":"turn_context",';

const CONTEXT: Interpretation = { native: 'turn_context', carriage: 'mapped', events: [] };
const COUNT: Interpretation = { native: 'event_msg/token_count', carriage: 'mapped', events: [] };

/**
 * Every call of the model leaves a running total of its tokens and, up to 0.98, the settings of the
 * turn. They are a third of all records; of the totals the last one counts, and the settings are
 * mostly those of before.
 */
export function createSkim(state: SavedState): Skim {
  let latestContext = '';

  return {
    isMeant: (line) => isCountLine(line) || line.startsWith(CONTEXT_OPENS, typePlace(line)),
    push(line) {
      // What is told at the end of the file is told at the time of its last record.
      state.ts = line.slice(TIME_FROM, TIME_TO);
      if (isCountLine(line)) {
        state.usage.tokenCountUnread(readCountLine(line));
        return COUNT;
      }
      const context = line.slice(typePlace(line));
      if (context === latestContext) return CONTEXT;
      latestContext = context;
      return undefined;
    },
  };
}
