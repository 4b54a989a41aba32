import { expect, test } from 'vitest';
import { call, environment, openaiBody, result, user } from '../testing/request-bodies.js';
import { readConversation } from './conversation.js';

test('reads what was said and done from an OpenAI request', () => {
  const body = openaiBody(
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'be good' }] },
    environment('/tmp/one', '2026-01-01'),
    user('Fix it'),
    { type: 'reasoning', summary: [] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Sure.' }] },
    call('shell'),
    result('ok'),
    { type: 'web_search_call' },
  );
  expect(readConversation('openai', body)).toEqual([
    { kind: 'user', text: 'Fix it' },
    { kind: 'assistant' },
    { kind: 'call', tool: 'shell' },
    { kind: 'result' },
    { kind: 'call', tool: 'web_search_call' },
  ]);
  expect(readConversation('openai', { input: ' hi ' })).toEqual([{ kind: 'user', text: 'hi' }]);
});

test('reads what was said and done from an Anthropic request', () => {
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: '<system-reminder>\nIt is Monday.\n</system-reminder>' },
        { type: 'text', text: 'Fix it' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'Sure.' },
        { type: 'tool_use', name: 'Bash' },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', content: 'ok' }] },
    { role: 'user', content: 'And now?' },
  ];
  expect(readConversation('anthropic', { messages })).toEqual([
    { kind: 'user', text: 'Fix it' },
    { kind: 'assistant' },
    { kind: 'call', tool: 'Bash' },
    { kind: 'result' },
    { kind: 'user', text: 'And now?' },
  ]);
});

test('reads what was said and done from a Gemini request', () => {
  const contents = [
    { role: 'user', parts: [{ text: '<session_context>\n/tmp\n</session_context>' }] },
    { role: 'user', parts: [{ text: 'Fix it' }] },
    {
      role: 'model',
      parts: [
        { text: 'hm', thought: true },
        { text: 'Sure.' },
        { functionCall: { name: 'shell' } },
      ],
    },
    { role: 'user', parts: [{ functionResponse: { name: 'shell' } }] },
  ];
  expect(readConversation('gemini', { contents })).toEqual([
    { kind: 'user', text: 'Fix it' },
    { kind: 'assistant' },
    { kind: 'call', tool: 'shell' },
    { kind: 'result' },
  ]);
});

test.each([undefined, null, 3, 'x', [], {}, { input: 3, messages: {}, contents: [[], null, 1] }])(
  'finds nothing in what is no request (%#)',
  (body) => {
    for (const dialect of ['openai', 'anthropic', 'gemini'] as const) {
      expect(readConversation(dialect, body)).toEqual([]);
    }
  },
);
