import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { wholeCharacters } from './serve-mcp.js';

test.each([
  ['half a character', 'cut 😀'.slice(0, -1), 'cut \ufffd'],
  ['its other half', '😀'.slice(1), '\ufffd'],
  ['a whole one', 'tea 😀', 'tea 😀'],
  ['what only looks like a half', '\\ud83d and \\\\ud83d', '\\ud83d and \\\\ud83d'],
  ['other escapes', 'a"b\n\u0001\\', 'a"b\n\u0001\\'],
])('%s arrives as a whole character', async (_what, sent, received) => {
  const messages = wholeCharacters();
  messages.end(JSON.stringify({ [sent]: [sent] }));
  expect(JSON.parse(await text(messages))).toEqual({ [received]: [received] });
});
