import {
  amount,
  bearing,
  beginningWith,
  list,
  type Recognise,
  recogniseBy,
  text,
} from '../interpret/recognise.js';

const session = beginningWith('ses_');

/** Recognises the records of OpenCode by its ids, whose prefixes say what they identify. */
export const recogniseOpencode: Recognise = recogniseBy({
  live: [{ type: text, timestamp: amount, sessionID: session }],
  saved: [
    // What `opencode export` prints; and its pieces, as older versions kept them in files.
    { info: bearing({ id: session }), messages: list },
    { info: bearing({ id: beginningWith('msg_'), sessionID: session }), parts: list },
    { id: session, directory: text },
  ],
});
