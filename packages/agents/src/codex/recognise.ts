import {
  absent,
  bearing,
  list,
  listOf,
  object,
  oneOf,
  present,
  type Recognise,
  recogniseBy,
  text,
} from '../interpret/recognise.js';
import { recordRules } from './saved/records.js';

/** Recognises the records of Codex, of all eras, among those of other CLIs. */
export const recogniseCodex: Recognise = recogniseBy({
  live: [
    { type: oneOf('thread.started'), thread_id: text },
    { type: oneOf('turn.started', 'turn.completed', 'turn.failed') },
    {
      type: oneOf('item.started', 'item.updated', 'item.completed'),
      item: bearing({ id: text }),
    },
    { type: oneOf('session.created', 'response.completed') },
    { type: oneOf('message.output_text.delta', 'message.output_text.done') },
    // Up to 0.42: a header, then wrapped events.
    { type: absent, model: text, provider: text, sandbox: text, workdir: text },
    { type: absent, id: text, msg: bearing({ type: text }) },
  ],
  saved: [
    {
      type: oneOf('response_item', 'event_msg', ...Object.keys(recordRules)),
      timestamp: text,
      payload: object,
    },
    // Up to 0.29: a header, then bare items.
    { type: absent, id: text, timestamp: text, instructions: present },
    { type: absent, record_type: oneOf('state') },
    { type: oneOf('message'), content: listOf({ type: oneOf('input_text', 'output_text') }) },
    { type: oneOf('reasoning'), summary: list },
    { type: oneOf('function_call'), call_id: text, arguments: text },
    { type: oneOf('function_call_output', 'custom_tool_call_output'), call_id: text },
    { type: oneOf('custom_tool_call'), call_id: text, input: text },
    { type: oneOf('local_shell_call'), action: object },
  ],
});
