import { expect, test } from 'vitest';
import { defineScript } from '../schema/define-script.js';
import { foundArguments } from './found-arguments.js';

const HISTORY = [
  { type: 'function_call_output', output: 'Process running with session ID 1' },
  { type: 'function_call_output', output: [{ type: 'input_text', text: '{"session_id":37737}' }] },
  { role: 'user', content: 'Go on with "blue".' },
];

test('finds the value of an argument in the latest text that fits, as the number it is', () => {
  expect(foundArguments({ id: 'session(?: ID |_id":)(\\d+)' }, HISTORY)).toEqual({ id: 37737 });
  expect(foundArguments({ colour: 'with "(\\w+)"' }, HISTORY)).toEqual({ colour: 'blue' });
});

test('fails where nothing fits, and says which pattern it was', () => {
  expect(() => foundArguments({ id: 'task (\\d+)' }, HISTORY)).toThrow(
    'Nothing in the conversation fits the pattern of the script: task (\\d+)',
  );
});

test.each(['no group', '(open'])('takes no pattern that finds nothing: %s', (pattern) => {
  const script = { name: 'x', steps: [{ tool: { name: 't', found: { id: pattern } } }] };
  expect(() => defineScript(script)).toThrow('a pattern is a regular expression with a group');
});
