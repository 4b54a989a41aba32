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

function said(...records: JsonObject[]): string[] {
  const interpreter = createCodexSaved();
  const events: DragomanEvent[] = records.flatMap((each) => [...interpreter.push(each).events]);
  return [...events, ...interpreter.flush()].flatMap((event) =>
    event.type === 'message' || event.type === 'reasoning' ? [event.content] : [],
  );
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
