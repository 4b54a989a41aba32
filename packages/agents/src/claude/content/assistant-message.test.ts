import { type DragomanEvent, type JsonObject, reduce } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createClaudeSaved } from '../saved.js';

function emitted(...content: readonly JsonObject[]): DragomanEvent[] {
  const interpreter = createClaudeSaved();
  const record = { type: 'assistant', message: { id: 'm', model: 'opus', content } };
  const { disposition, events } = interpreter.push(record);
  expect(disposition).toBe('mapped');
  return [...events, ...interpreter.flush()].filter(
    ({ type }) => type !== 'init' && type !== 'turn',
  );
}

test('a thought has its seal; one that is sealed is none', () => {
  expect(emitted({ type: 'thinking', thinking: 'Hm.', signature: 's' })).toEqual([
    { type: 'reasoning', content: 'Hm.', id: 'm:0', signature: 's' },
  ]);
  expect(emitted({ type: 'thinking', thinking: '', signature: 's' })).toEqual([]);
  expect(emitted({ type: 'redacted_thinking', data: 'x' })).toEqual([]);
});

test('blocks are counted, also those that say nothing', () => {
  const [event] = emitted({ type: 'redacted_thinking', data: 'x' }, { type: 'text', text: 'Hi.' });
  expect(event).toMatchObject({ type: 'message', content: 'Hi.', id: 'm:1' });
});

test('what the provider runs is a call with its result', () => {
  const use = { type: 'server_tool_use', id: 't', name: 'web_search', input: { query: 'weather' } };
  const found = [{ type: 'web_search_result', title: 'Sunny', url: 'https://example.org' }];
  const result = { type: 'web_search_tool_result', tool_use_id: 't', content: found };
  const failed = {
    ...result,
    content: { type: 'web_search_tool_result_error', error_code: 'unavailable' },
  };
  const [message] = reduce(emitted(use, result)).messages;
  expect(message?.content).toMatchObject([
    {
      type: 'tool_use',
      name: 'WebSearch',
      input: { query: 'weather' },
      native: { name: 'web_search' },
    },
    { type: 'tool_result', status: 'success', content: expect.stringContaining('Sunny') },
  ]);
  expect(reduce(emitted(use, failed)).messages[0]?.content[1]).toMatchObject({ status: 'error' });
});

test('images and documents are not lost', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'aGk=' };
  expect(emitted({ type: 'image', source })).toMatchObject([{ type: 'message', images: [source] }]);
  expect(emitted({ type: 'document', title: 'a.pdf' })).toMatchObject([
    { content: '[document a.pdf]' },
  ]);
});

test('a message that a line holds whole is emitted block by block', () => {
  const content = [
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'Hi.' },
    { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } },
  ];
  expect(emitted(...content).map(({ type }) => type)).toEqual(['reasoning', 'message', 'tool_use']);
});
