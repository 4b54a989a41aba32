import { expect, test } from 'vitest';
import { shapedCall, type ToolShape, textOf, todosCall } from './tool-shape.js';

const READ: ToolShape = {
  tool_name: 'Read',
  kind: 'read',
  takes: { file_path: textOf('file_path', 'path'), limit: 'limit', from: (_input, tool) => tool },
  needs: ['file_path'],
};

test('an input gets the common names, and the native one is kept', () => {
  const input = { path: 'a', limit: 2, other: true };
  expect(shapedCall({ name: 'look', input }, READ)).toEqual({
    tool_name: 'Read',
    kind: 'read',
    parameters: { file_path: 'a', limit: 2, from: 'look' },
    native_name: 'look',
    native_parameters: input,
  });
});

test('an input without what a call needs stays as it is', () => {
  for (const input of [{}, { path: 1 }, { toString: 'a' }]) {
    expect(shapedCall({ name: 'look', input }, READ)).toEqual({
      tool_name: 'Read',
      kind: 'read',
      parameters: input,
      native_name: 'look',
    });
  }
});

test('a member that an object only inherits is no parameter', () => {
  const shape: ToolShape = { tool_name: 'X', kind: 'other', takes: { a: 'toString' } };
  expect(shapedCall({ name: 'x', input: {} }, shape).parameters).toEqual({});
});

test('todos that are no list set no plan', () => {
  expect(todosCall({ name: 'todo', input: { todos: 'all' } }, 'text')).toEqual({
    tool_name: 'TodoWrite',
    kind: 'plan',
    parameters: { todos: 'all' },
    native_name: 'todo',
  });
});
