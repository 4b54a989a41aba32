import {
  absent,
  bearing,
  object,
  oneOf,
  present,
  type Recognise,
  recogniseBy,
  text,
} from '../interpret/recognise.js';

/**
 * Recognises the records of Gemini CLI. Its stream looks much like the events of Dragoman, which have
 * no `timestamp`.
 */
export const recogniseGemini: Recognise = recogniseBy({
  live: [
    { type: oneOf('init'), timestamp: text, session_id: text, model: text },
    { type: oneOf('message'), timestamp: text, role: text, content: text },
    { type: oneOf('tool_use'), timestamp: text, tool_id: text, tool_name: text },
    { type: oneOf('tool_result'), timestamp: text, tool_id: text, status: text },
    { type: oneOf('error'), timestamp: text, severity: text, message: text },
    { type: oneOf('result'), timestamp: text, status: text },
    // `--output-format json`.
    { type: absent, response: text, stats: bearing({ models: object }) },
  ],
  saved: [
    { type: absent, sessionId: text, projectHash: text },
    { type: absent, $set: object },
    { type: absent, $rewindTo: text },
    {
      type: oneOf('user', 'gemini', 'info', 'warning', 'error'),
      id: text,
      timestamp: text,
      content: present,
    },
  ],
});
