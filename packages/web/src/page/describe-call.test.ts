import type { ToolResultBlock, ToolUseBlock } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { outputOf, stateOf, titleOf } from './describe-call.js';

const call = (name: string, input: Record<string, unknown>): ToolUseBlock => ({
  type: 'tool_use',
  id: 'a',
  name,
  input,
});
const result = (fields: Partial<ToolResultBlock>): ToolResultBlock => ({
  type: 'tool_result',
  tool_use_id: 'a',
  ...fields,
});

test.each([
  [call('Bash', { command: 'npm\n test' }), { verb: 'Run', subject: 'npm test' }],
  [call('Edit', { file_path: 'a.ts' }), { verb: 'Edit', subject: 'a.ts' }],
  [call('mcp__caller__colour', {}), { verb: 'Call', subject: 'caller · colour' }],
  [call('constructor', {}), { verb: 'Call', subject: 'constructor' }],
  [call('Read', { file_path: 7 }), { verb: 'Read', subject: '' }],
])('a call has a title: %o', (block, title) => {
  expect(titleOf(block)).toEqual(title);
});

test('a patch is named by the files it changed', () => {
  const changes = [{ path: 'a.ts', kind: 'add' as const }];
  expect(titleOf(call('Edit', {}), result({ changes })).subject).toBe('a.ts');
});

test('a call runs until it has a result, or its turn is over', () => {
  const printing = result({ preliminary: true });
  expect([stateOf(undefined, false), stateOf(printing, false)]).toEqual(['running', 'running']);
  expect(stateOf(printing, true)).toBe('unknown');
  expect(stateOf(result({ status: 'success' }), true)).toBe('success');
  expect(stateOf(result({ is_error: true }), false)).toBe('error');
});

test('what a call gave back is text', () => {
  const source = { type: 'url' as const, url: 'https://example.com' };
  const content = [
    { type: 'text' as const, text: 'one' },
    { type: 'image' as const, source },
  ];
  expect(outputOf(result({ content }))).toBe('one\n[image]');
  expect(outputOf(result({ error: { message: 'no' } }))).toBe('no');
});
