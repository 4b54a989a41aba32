import { expect, test } from 'vitest';
import { readNative } from './read-native.js';

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
