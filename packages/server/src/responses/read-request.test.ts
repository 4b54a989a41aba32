import { expect, test } from 'vitest';
import { readRequest } from './read-request.js';
import { readResponseId, responseId } from './response-id.js';
import { responseRequest } from './response-request.js';

const read = (request: object) => readRequest(responseRequest.parse(request));

test('a text is what the user says; the model is an agent, or an agent and its model', () => {
  const { said, body } = read({
    model: 'opencode/anthropic/claude',
    input: 'Hi.',
    instructions: 'Be brief.',
    reasoning: { effort: 'low' },
    text: { format: { type: 'json_schema', name: 'x', schema: { type: 'object' } } },
    tools: [{ type: 'function', name: 'weather', parameters: null, strict: true }],
  });
  expect(said).toMatchObject({ instructions: ['Be brief.'], now: ['Hi.'], history: [] });
  expect(body).toEqual({
    agent: 'opencode',
    model: 'anthropic/claude',
    reasoning_effort: 'low',
    output_schema: { type: 'object' },
    tools: [{ name: 'weather', input_schema: { type: 'object' } }],
  });
  const none = read({
    input: 'Hi.',
    tool_choice: 'none',
    tools: [{ type: 'function', name: 'a' }],
  });
  expect(none.body.tools).toBeUndefined();
});

test('a caller that keeps the conversation sends all of it; what stands last is new', () => {
  const items = [
    { role: 'developer', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'input_text', text: 'Hi.' }] },
    { type: 'reasoning', id: 'rs', summary: [] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] },
  ];
  const picture = { type: 'input_image', image_url: 'data:image/png;base64,aGk=' };
  const asked = read({
    input: [...items, { role: 'user', content: [{ type: 'input_text', text: 'Look.' }, picture] }],
  });
  expect(asked.said).toEqual({
    instructions: ['Be brief.'],
    history: [
      { role: 'user', text: 'Hi.' },
      { role: 'assistant', text: 'Hello.' },
    ],
    now: ['Look.'],
    images: [{ media_type: 'image/png', data: 'aGk=' }],
  });
  const call = { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{}' };
  const output = { type: 'function_call_output', call_id: 'c1', output: 'blue' };
  const answered = read({ input: [...items, call, output] });
  expect(Object.fromEntries(answered.answers)).toEqual({ c1: { output: 'blue' } });
  expect(answered.known).toEqual(['c1', 'c1']);
});

test.each([
  'resp_',
  'resp_../x_1',
  'resp_m0abcdef0123456789_',
  'resp_m0abcdef0123456789_-1',
  'm0abcdef0123456789',
])('%s is the id of no response', (id) => {
  expect(readResponseId(id)).toBeUndefined();
});

test('an id of a response says where it begins', () => {
  const position = { turnId: 'm0abcdef0123456789', after: 12 };
  expect(readResponseId(responseId(position))).toEqual(position);
});
