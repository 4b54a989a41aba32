import type { JsonObject } from '@dragoman/protocol';
import { asText, objectAt, textAt } from '../../interpret/json-fields.js';
import { stamped } from '../../interpret/stamped.js';
import { readFailure } from '../failure.js';
import { emit, noteVersion, type SavedState } from './saved-state.js';

/** The first is the file's own; a fork copies those of the sessions it comes from. */
export function readSessionMeta(payload: JsonObject, state: SavedState): void {
  const { session } = state;
  if (session.isKnown) return;
  session.isKnown = true;
  const id = textAt(payload, 'id');
  const version = textAt(payload, 'cli_version');
  const cwd = textAt(payload, 'cwd');
  session.cwd = cwd;
  noteVersion(session, version);
  emit(state, {
    type: 'init',
    ...(id !== undefined && { session_id: id }),
    agent: 'codex',
    ...(version !== undefined && { version }),
    ...(cwd !== undefined && { cwd }),
  });
}

/** Up to 0.98 it is written before every call of the model, so most of them are no news. */
export function readTurnContext(payload: JsonObject, state: SavedState): void {
  const { session } = state;
  // Only versions that show the parts of a thought apart leave out the turn's id (up to 0.98).
  if (payload.turn_id === undefined) session.joinsThoughts = false;
  const modelId = asText(payload.model);
  const cwd = asText(payload.cwd);
  const isNewModel = modelId !== undefined && modelId !== session.modelId;
  const isNewFolder = cwd !== undefined && cwd !== session.cwd;
  if (!isNewModel && !isNewFolder) return;
  session.modelId = modelId ?? session.modelId;
  session.cwd = cwd ?? session.cwd;
  emit(state, {
    type: 'init',
    ...(modelId !== undefined && { modelId }),
    ...(cwd !== undefined && { cwd }),
  });
}

export function readTurnStarted(payload: JsonObject, state: SavedState): void {
  state.unannounced = undefined;
  // Whatever version began the file: since 0.121, which goes with this, live shows a thought as one.
  state.session.joinsThoughts = payload.started_at !== undefined;
  state.turns.begin(textAt(payload, 'turn_id'), state.ts);
}

export function readTurnCompleted(payload: JsonObject, state: SavedState): void {
  state.unannounced = undefined;
  const message = textAt(objectAt(payload, 'error'), 'message');
  const failure = message === undefined ? undefined : readFailure(message);
  state.turns.end({ status: 'completed', failure }, textAt(payload, 'turn_id'), state.ts);
}

export function readTurnAborted(payload: JsonObject, state: SavedState): void {
  state.unannounced = undefined;
  const reason = textAt(payload, 'reason');
  state.turns.end({ status: 'aborted', reason }, textAt(payload, 'turn_id'), state.ts);
}

const SUMMARY_PREAMBLE = 'Another language model started to solve this problem';
/** A compaction says nothing that would tell it from another of the same turn. */
const ANY_COMPACTION = '';

/** The summary that takes the place of the conversation so far. What it replaces stays in the file. */
export function readCompacted(payload: JsonObject, state: SavedState): void {
  const message = textAt(payload, 'message') ?? '';
  const { unannounced } = state;
  if (unannounced !== undefined && message.endsWith(unannounced.text)) {
    // From 0.150 on the reply that is the summary stands before it; nobody was told that.
    state.queue.settle(unannounced.place, []);
  }
  unannounced?.place.decide();
  state.unannounced = undefined;
  state.users.settle();
  const summary = message.startsWith(SUMMARY_PREAMBLE)
    ? message.slice(message.indexOf('\n') + 1)
    : message;
  const event = stamped({ type: 'compaction', ...(summary !== '' && { summary }) }, state.ts);
  if (!state.compactions.answer([ANY_COMPACTION], [event])) emit(state, event);
}

/** An event or an item that only says that there was a compaction. */
export function readCompactionMark(_payload: JsonObject, state: SavedState): void {
  const { ts } = state;
  state.compactions.hear(ANY_COMPACTION, () => stamped({ type: 'compaction' }, ts));
}

/** The first line of a file of the first era. */
export function readBareHeader(record: JsonObject, state: SavedState): void {
  if (state.session.isKnown) return;
  state.session.isKnown = true;
  const id = textAt(record, 'id');
  emit(state, { type: 'init', ...(id !== undefined && { session_id: id }), agent: 'codex' });
}
