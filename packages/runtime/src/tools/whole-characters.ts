import { Transform } from 'node:stream';

/** Any escape of JSON; one of half a character, which JSON only writes where its other half is missing. */
const ESCAPE = /\\(?:u[dD][89a-fA-F][\da-fA-F]{2}|.)/g;
const HALF_CHARACTER_LENGTH = 6;
const REPLACEMENT = '\\ufffd';

/**
 * Messages of JSON on their way, with every half of a character (`'😀'.slice(0, 1)`) replaced: Codex
 * drops a message that has one, and then waits for what it said for as long as it can.
 */
export function wholeCharacters(): Transform {
  return new Transform({
    decodeStrings: false,
    transform(message, _encoding, done) {
      done(null, withWholeCharacters(String(message)));
    },
  });
}

function withWholeCharacters(json: string): string {
  return json.replace(ESCAPE, (found) =>
    found.length === HALF_CHARACTER_LENGTH ? REPLACEMENT : found,
  );
}
