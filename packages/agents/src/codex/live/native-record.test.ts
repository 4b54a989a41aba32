import { expect, test } from 'vitest';
import { readItem, readNative } from './native-record.js';

test.each([
  [{ type: 'thread.started', thread_id: 't' }, 'thread.started'],
  [{ type: 'item.updated', item: { type: 'todo_list' } }, 'item.updated/todo_list'],
  [
    { type: 'item.completed', item: { item_type: 'assistant_message' } },
    'item.completed/assistant_message',
  ],
  [{ type: 'item.completed' }, 'item.completed/'],
  [{ id: '0', msg: { type: 'task_started' } }, 'msg/task_started'],
  [{ id: '0', msg: {} }, 'msg/'],
  [{ model: 'gpt-5', sandbox: 'read-only', workdir: '/p' }, 'header'],
  [{ prompt: 'Hello' }, 'prompt'],
  [{ model: 'gpt-5' }, 'untyped'],
  [{}, 'untyped'],
])('%j is %s', (record, native) => {
  expect(readNative(record).native).toBe(native);
});

test('a name is never long', () => {
  expect(readNative({ type: 'x'.repeat(1e6) }).native.length).toBeLessThan(1000);
});

const item = { id: 'item_1', type: 'agent_message', text: 'Hi' };

test.each([
  ['as Codex prints it', item],
  ['with 0.42’s key for the type', { id: 'item_1', item_type: 'agent_message', text: 'Hi' }],
  [
    'with its fields in `details`',
    { id: 'item_1', details: { type: 'agent_message', text: 'Hi' } },
  ],
  ['with its type around them', { id: 'item_1', details: { AgentMessage: { text: 'Hi' } } }],
  ['with that type in snake case', { id: 'item_1', details: { agent_message: { text: 'Hi' } } }],
])('reads an item %s', (_, native) => {
  expect(readItem(native)).toMatchObject(item);
});

test('names of several words are split at their capitals', () => {
  const native = { id: 'i', details: { McpToolCall: { server: 's' } } };
  expect(readItem(native)).toEqual({ id: 'i', type: 'mcp_tool_call', server: 's' });
});

test('an item without a type stays without one', () => {
  expect(readItem(undefined)).toEqual({});
  expect(readItem({ id: 'i', details: { a: {}, b: {} } })).toEqual({ id: 'i', a: {}, b: {} });
  expect(readItem({ id: 'i', details: { text: 'x' } })).toEqual({ id: 'i', text: 'x' });
});
