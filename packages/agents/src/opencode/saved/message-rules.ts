import type { DragomanEvent, InitEvent, JsonObject } from '@dragoman/protocol';
import { flagAt, numberAt, objectAt, objectsAt, textAt } from '../../interpret/json-fields.js';
import { mapped, type Rules } from '../../interpret/rule.js';
import { stamped } from '../../interpret/stamped.js';
import { readFailure } from '../failure.js';
import { isoTime } from '../iso-time.js';
import { hasOwnWords, imagesOf } from './own-words.js';
import type { SavedState } from './saved-state.js';

/** The frame of a session: what is known of it as a whole, and its messages without their parts. */
export const messageRules: Rules<SavedState> = {
  session: mapped('`init`', (info, state) => {
    const init: InitEvent = { type: 'init', agent: 'opencode' };
    const id = textAt(info, 'id');
    const version = textAt(info, 'version');
    const cwd = textAt(info, 'directory');
    const model = modelOf(objectAt(info, 'model'), 'id');
    if (id !== undefined) init.session_id = id;
    if (version !== undefined) init.version = version;
    if (cwd !== undefined) init.cwd = cwd;
    if (model !== undefined) init.modelId = model;
    state.model = model;
    return [stamped(init, isoTime(numberAt(objectAt(info, 'time'), 'created')))];
  }),
  'message/user': mapped('`turn` started, where the user says something', (record, state) => {
    const info = objectAt(record, 'info');
    const parts = objectsAt(record, 'parts');
    const ts = isoTime(numberAt(objectAt(info, 'time'), 'created'));
    state.message = {
      role: 'user',
      ts,
      completedAt: undefined,
      isSummary: false,
      images: imagesOf(parts),
    };
    return parts.some(hasOwnWords) ? state.turns.begin(textAt(info, 'id'), ts) : [];
  }),
  'message/assistant': mapped(
    '`init`, where the model changes; with an error: fatal `error`, `turn` failed or aborted',
    (record, state) => {
      const info = objectAt(record, 'info');
      const time = objectAt(info, 'time');
      const ts = isoTime(numberAt(time, 'created'));
      state.message = {
        role: 'assistant',
        ts,
        completedAt: isoTime(numberAt(time, 'completed')),
        isSummary: flagAt(info, 'summary') === true,
        images: [],
      };
      const model = modelOf(info, 'modelID');
      if (model === undefined || model === state.model) return [];
      state.model = model;
      return [stamped({ type: 'init', modelId: model }, ts)];
    },
  ),
};

/** What a message says once all of its parts have been told. */
export function endOfMessage(record: JsonObject, state: SavedState): readonly DragomanEvent[] {
  const { completedAt, ts, images } = state.message;
  if (images.length > 0) {
    // The user attached them and said nothing.
    return [stamped({ type: 'message', role: 'user', content: '', images: [...images] }, ts)];
  }
  const error = objectAt(objectAt(record, 'info'), 'error');
  return error === undefined ? [] : state.turns.fail(readFailure(error), completedAt ?? ts);
}

/** A model as OpenCode names it: with its provider. */
function modelOf(from: JsonObject | undefined, key: string): string | undefined {
  const provider = textAt(from, 'providerID');
  const model = textAt(from, key);
  if (model === undefined) return undefined;
  return provider === undefined ? model : `${provider}/${model}`;
}
