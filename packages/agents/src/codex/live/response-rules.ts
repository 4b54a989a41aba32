import { textAt } from '../../interpret/json-fields.js';
import { mapped, metadata, type Rules } from '../../interpret/rule.js';
import { beginProcess, beginTurn, type LiveState } from './live-state.js';
import { usageEvents } from './usage-events.js';

/**
 * Names in the style of the Responses API. No version checked prints them, but for the
 * `session.created` of 0.42's `--experimental-json`, which says the session id and no model.
 */
export const responseRules: Rules<LiveState> = {
  'session.created': mapped('`init` with the model, or with the session id', (record, state) => {
    const modelId = textAt(record, 'model');
    const sessionId = textAt(record, 'session_id');
    const before = usageEvents(state);
    if (sessionId !== undefined) {
      beginProcess(state, { threadId: sessionId, countsAnew: true });
      beginTurn(state);
    }
    if (modelId === undefined && sessionId === undefined) return before;
    return [
      ...before,
      {
        type: 'init',
        ...(sessionId !== undefined && { session_id: sessionId }),
        ...(modelId !== undefined && { modelId }),
      },
    ];
  }),
  'message.output_text.delta': mapped('`message`, a piece', (record) => [
    { type: 'message', role: 'assistant', content: textAt(record, 'delta') ?? '', delta: true },
  ]),
  'message.output_text.done': mapped('`message`', (record) => [
    { type: 'message', role: 'assistant', content: textAt(record, 'text') ?? '', delta: false },
  ]),
  'response.completed': metadata('the end of one answer of the model; its text has been told'),
};
