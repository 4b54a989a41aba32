import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createCodexSaved } from '../saved.js';

const record = (type: string, payload: JsonObject): JsonObject => ({
  timestamp: '2026-11-15T23:19:10.441Z',
  type,
  payload,
});
const thought = (text: string) => record('event_msg', { type: 'agent_reasoning', text });
const reply = (message: string) => record('event_msg', { type: 'agent_message', message });
const thoughtItem = (...parts: string[]) =>
  record('response_item', {
    type: 'reasoning',
    summary: parts.map((text) => ({ type: 'summary_text', text })),
  });

const replyItem = (...texts: string[]) =>
  record('response_item', {
    type: 'message',
    role: 'assistant',
    content: texts.map((text) => ({ type: 'output_text', text })),
  });
const call = (id: string) =>
  record('response_item', { type: 'function_call', name: id, arguments: '{}', call_id: id });
const search = (query: string) =>
  record('response_item', { type: 'web_search_call', action: { type: 'search', query } });

function said(...records: JsonObject[]): string[] {
  const interpreter = createCodexSaved();
  const events: DragomanEvent[] = records.flatMap((each) => [...interpreter.push(each).events]);
  return [...events, ...interpreter.flush()].flatMap((event) => {
    if (event.type === 'tool_use') return [event.tool_name];
    return event.type === 'message' || event.type === 'reasoning' ? [event.content] : [];
  });
}

test('a reply of which only the beginning was written keeps its order', () => {
  expect(said(thought('Hm.'), reply('I see.'), thoughtItem('Hm.'))).toEqual(['Hm.', 'I see.']);
});

test('a thought that came twice and was written once is emitted twice', () => {
  const parts = [thought('One.'), thought('Two.')];
  expect(said(...parts, ...parts, reply('I see.'), thoughtItem('One.', 'Two.'))).toEqual([
    'One.',
    'Two.',
    'One.',
    'Two.',
    'I see.',
  ]);
});

test('a thought between two calls stays between them, though its event came before both (up to 0.80)', () => {
  const events = [thought('a'), thought('b')];
  const items = [thoughtItem('a'), call('one'), thoughtItem('b'), call('two')];
  expect(said(...events, ...items)).toEqual(['a', 'one', 'b', 'two']);
});

test('the same words before and behind a call stay there', () => {
  const events = [reply('same'), reply('same')];
  const items = [replyItem('same'), call('one'), replyItem('same')];
  expect(said(...events, ...items, ...events, ...items)).toEqual([
    ...['same', 'one', 'same'],
    ...['same', 'one', 'same'],
  ]);
});

test('a web search comes before the answer it led to (0.64)', () => {
  const items = [search('plums'), replyItem('Ripe.')];
  expect(said(reply('Ripe.'), ...items)).toEqual(['WebSearch', 'Ripe.']);
});

test('the parts of a reply are apart where their events are (up to 0.98), else together', () => {
  const events = [reply('One. '), reply('Two.')];
  expect(said(...events, replyItem('One. ', 'Two.'))).toEqual(['One. ', 'Two.']);
  expect(said(reply('same'), reply('same'), replyItem('same', 'same', ''))).toEqual([
    'same',
    'same',
  ]);
  expect(said(reply('One. Two.'), replyItem('One. ', 'Two.'))).toEqual(['One. Two.']);
});

const BARE_REPLY: JsonObject = {
  type: 'message',
  role: 'assistant',
  content: [{ text: 'One. ' }, { text: 'Two.' }],
};

test('the parts of a reply are apart in a file that has no events (up to 0.29)', () => {
  expect(said(BARE_REPLY)).toEqual(['One. ', 'Two.']);
});
