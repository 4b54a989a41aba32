import { expect, test } from 'vitest';
import { readCall } from './calls.js';

test.each([
  ['Bash', 'Bash', 'command', undefined],
  ['Edit', 'Edit', 'edit', undefined],
  ['Agent', 'Task', 'task', 'Agent'],
  ['web_search', 'WebSearch', 'web', 'web_search'],
  ['mcp__demo__echo', 'mcp__demo__echo', 'mcp', undefined],
  ['StructuredOutput', 'StructuredOutput', 'other', undefined],
  ['constructor', 'constructor', 'other', undefined],
])('%s is called %s', (name, tool_name, kind, native_name) => {
  expect(readCall(name, { a: 1 })).toEqual({
    tool_name,
    kind,
    parameters: { a: 1 },
    ...(native_name !== undefined && { native_name }),
  });
});

test('an input that is no object is kept as it is', () => {
  expect(readCall('Bash', 'ls').parameters).toEqual({ raw: 'ls' });
  expect(readCall('Bash', [1]).parameters).toEqual({ raw: '[1]' });
  expect(readCall('Bash', null).parameters).toEqual({});
});
