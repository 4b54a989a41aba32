import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import type { LiveOptions } from '../interpret/agent-interpreter.js';
import { failureEvents } from '../interpret/failure-events.js';
import type { Interpreter } from '../interpret/interpreter.js';
import { asText, numberAt, textAt } from '../interpret/json-fields.js';
import { nativeName } from '../interpret/native-name.js';
import { readByRule } from '../interpret/read-by-rule.js';
import { stamped } from '../interpret/stamped.js';
import { isoTime } from './iso-time.js';
import { createLiveState, type LiveState } from './live/live-state.js';
import { runRules } from './live/run-rules.js';
import { turnEnd } from './turn-end.js';

/** How each thing that `opencode run --format json` prints is carried, by its native name. */
export const opencodeLiveRules = runRules;

/** Interprets the stdout of `opencode run --format json`, of any version. One stream is one turn. */
export function createOpencodeLive(options: LiveOptions = {}): Interpreter {
  const state = createLiveState(options);
  return {
    push(record) {
      const type = asText(record.type) ?? '';
      state.ts = isoTime(numberAt(record, 'timestamp'));
      const read = readByRule(runRules, type, record, state, nativeName(type));
      const { native, disposition } = read;
      if (disposition === 'unknown') return read;
      return { native, disposition, events: [...introduce(record, state), ...read.events] };
    },
    flush: () => [...state.texts.endStep(), ...endOfTurn(state)],
  };
}

/** No record says that a turn begins; the first of any sort does. */
function introduce(record: JsonObject, state: LiveState): readonly DragomanEvent[] {
  const sessionId = textAt(record, 'sessionID');
  const { hasBegun, ts } = state;
  const { version } = state.options;
  const events: DragomanEvent[] = [];
  if (!hasBegun || (sessionId !== undefined && sessionId !== state.sessionId)) {
    const init: DragomanEvent = { type: 'init', agent: 'opencode' };
    if (sessionId !== undefined) init.session_id = sessionId;
    if (version !== undefined) init.version = version;
    events.push(stamped(init, ts));
  }
  if (!hasBegun) events.push(stamped({ type: 'turn', status: 'started' }, ts));
  state.hasBegun = true;
  state.sessionId = sessionId ?? state.sessionId;
  return events;
}

function endOfTurn({ hasFailed, setback, stopReason, wasRefused, ts }: LiveState): DragomanEvent[] {
  if (hasFailed) return [];
  if (setback !== undefined) return failureEvents(setback, undefined, ts);
  return turnEnd(stopReason, wasRefused).map((event) => stamped(event, ts));
}
