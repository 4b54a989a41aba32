import { expect, test } from 'vitest';
import { dragoman } from '../index.js';
import { createDragoman } from '../v4/index.js';

/** Settings as a program without types can give them. */
const settings = (json: string): object => JSON.parse(json);

test.each([
  ['{"sandBox":"process"}', 'dragoman has no option "sandBox". Did you mean "sandbox"?'],
  [
    '{"toolResultLimit":5}',
    'dragoman has no option "toolResultLimit". Did you mean "toolResultLimitMs"?',
  ],
  ['{"prompt":"Do it."}', 'dragoman has no option "prompt".'],
])('%s is refused before the first call', (json, message) => {
  const refusal = expect.objectContaining({ code: 'invalid_request', message });
  expect(() => dragoman('codex', settings(json))).toThrow(refusal);
  expect(() => createDragoman(settings(json))('codex')).toThrow(refusal);
});

test('a setting that is undefined asks for nothing', () => {
  expect(() => dragoman('codex', { cwd: '.', ...{ sandBox: undefined } })).not.toThrow();
});
