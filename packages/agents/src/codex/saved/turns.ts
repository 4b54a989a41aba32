import { timed } from '../../interpret/events.js';
import { asText, given, objectAt, textAt } from '../../interpret/json-fields.js';
import { compareVersions, isSupported } from '../../version-support.js';
import { readFailure } from '../failure.js';
import type { ReadSaved } from './state.js';

/** The first version that shows the parts of a thought as one. */
const JOINED_THOUGHTS_SINCE = '0.117.0';
/** `shell_command` is new in 0.59, and the shell runs what it is given, patches too, until 0.61. */
const RUN_PATCHES = { since: '0.59.0', before: '0.63.0' };

/** The first is that of the file; a fork copies those of the sessions it comes from. */
export const readSessionMeta: ReadSaved = (payload, { session, usage }, emitter) => {
  const id = textAt(payload, 'id');
  const cwd = textAt(payload, 'cwd');
  if (id === undefined && cwd === undefined) return 'unknown';
  usage.session(payload);
  if (session.isKnown) return 'mapped';
  session.isKnown = true;
  const version = textAt(payload, 'cli_version');
  session.cwd = cwd;
  session.joinsThoughts =
    version !== undefined && compareVersions(version, JOINED_THOUGHTS_SINCE) >= 0;
  session.runsPatches = version !== undefined && isSupported(RUN_PATCHES, version);
  emitter.emit({ type: 'init', agent: 'codex', ...given({ session_id: id, version, cwd }) });
  return 'mapped';
};

/** The first line of a file of the first era. */
export const readBareHeader: ReadSaved = (record, { session }, emitter) => {
  const id = textAt(record, 'id');
  if (id === undefined) return 'unknown';
  if (session.isKnown) return 'mapped';
  session.isKnown = true;
  emitter.emit({ type: 'init', session_id: id, agent: 'codex' });
  return 'mapped';
};

/** Up to 0.98 it is written before every call of the model, so most of them are no news. */
export const readTurnContext: ReadSaved = (payload, { session }, emitter) => {
  const modelId = asText(payload.model);
  const cwd = asText(payload.cwd);
  if (modelId === undefined && cwd === undefined) return 'unknown';
  // Only versions that show the parts of a thought apart leave out the turn's id (up to 0.98).
  if (payload.turn_id === undefined) session.joinsThoughts = false;
  const isNewModel = modelId !== undefined && modelId !== session.modelId;
  const isNewFolder = cwd !== undefined && cwd !== session.cwd;
  if (!isNewModel && !isNewFolder) return 'mapped';
  session.modelId = modelId ?? session.modelId;
  session.cwd = cwd ?? session.cwd;
  emitter.emit({ type: 'init', ...given({ modelId, cwd }) });
  return 'mapped';
};

export const readTurnStarted: ReadSaved = (payload, state) => {
  state.unannounced = undefined;
  // Whatever version began the file: every version that writes this shows a thought as one.
  if (payload.started_at !== undefined) state.session.joinsThoughts = true;
  state.turns.begin(textAt(payload, 'turn_id'));
  return 'mapped';
};

export const readTurnCompleted: ReadSaved = (payload, state) => {
  state.unannounced = undefined;
  const message = textAt(objectAt(payload, 'error'), 'message');
  const failure = message === undefined ? undefined : readFailure(message);
  state.turns.end({ status: 'completed', failure }, textAt(payload, 'turn_id'));
  return 'mapped';
};

export const readTurnAborted: ReadSaved = (payload, state) => {
  state.unannounced = undefined;
  const reason = textAt(payload, 'reason');
  state.turns.end({ status: 'aborted', reason }, textAt(payload, 'turn_id'));
  return 'mapped';
};

const SUMMARY_PREAMBLE = 'Another language model started to solve this problem';
/** Nothing distinguishes a compaction from another of the same turn. */
const ANY_COMPACTION = '';

/** The summary that replaces the conversation so far. What it replaces stays in the file. */
export const readCompacted: ReadSaved = (payload, state, emitter) => {
  const message = textAt(payload, 'message');
  if (message === undefined) return 'unknown';
  const { unannounced } = state;
  if (unannounced !== undefined && message.endsWith(unannounced.text)) {
    // From 0.150 on the reply that is the summary stands before it; nobody was shown that.
    emitter.fill(unannounced.slot, []);
  }
  unannounced?.slot.decide();
  state.unannounced = undefined;
  state.users.decide();
  const summary = message.startsWith(SUMMARY_PREAMBLE)
    ? message.slice(message.indexOf('\n') + 1)
    : message;
  const event = timed(
    { type: 'compaction' as const, ...(summary !== '' && { summary }) },
    emitter.ts,
  );
  if (!state.compactions.addItem([ANY_COMPACTION], [event])) emitter.emit(event);
  return 'mapped';
};

/** An event or an item that only says that there was a compaction. */
export const readCompactionMark: ReadSaved = (_payload, state, { ts }) => {
  state.compactions.addEvent(ANY_COMPACTION, () => timed({ type: 'compaction' }, ts));
  return 'mapped';
};
