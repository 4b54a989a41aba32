import { object, oneOf, type Recognise, recogniseBy, text } from '../interpret/recognise.js';
import { recordRules } from './saved/record-rules.js';

/** Recognises the records of Claude Code by how each view spells its ids. */
export const recogniseClaude: Recognise = recogniseBy({
  live: [
    { type: oneOf('system', 'result'), subtype: text, session_id: text },
    { type: oneOf('assistant', 'user'), message: object, session_id: text },
    { type: oneOf('stream_event'), event: object, session_id: text },
    { type: text, session_id: text, uuid: text },
    { type: oneOf('control_request'), request_id: text, request: object },
    { type: oneOf('control_response'), response: object },
  ],
  saved: [
    { type: text, sessionId: text, uuid: text },
    { type: oneOf(...Object.keys(recordRules)), sessionId: text },
    { type: oneOf('summary'), summary: text, leafUuid: text },
    { type: oneOf('file-history-snapshot'), messageId: text, snapshot: object },
  ],
});
