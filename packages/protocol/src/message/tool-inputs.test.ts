import { expect, expectTypeOf, test } from 'vitest';
import type { UnifiedContent } from './content-block.js';
import { isToolUse } from './tool-inputs.js';

function call(name: string, input: Record<string, unknown>): UnifiedContent {
  return { type: 'tool_use', id: 'call_1', name, input };
}

test('knows a call of a common tool by its name and its input', () => {
  const block = call('Bash', { command: 'ls', sandbox: 'off' });
  expect(isToolUse(block, 'Bash')).toBe(true);
  expect(isToolUse(block, 'Read')).toBe(false);
  if (isToolUse(block, 'Bash')) expectTypeOf(block.input.command).toBeString();
});

test('does not take the name for the input', () => {
  expect(isToolUse(call('Bash', {}), 'Bash')).toBe(false);
  expect(isToolUse(call('Edit', { file_path: 'a', old_string: 'b' }), 'Edit')).toBe(false);
});

test('is not misled by other blocks', () => {
  expect(isToolUse({ type: 'text', text: 'Bash' }, 'Bash')).toBe(false);
});
