import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRustString, readSandboxDenial } from './refusal.js';

test('reads the escapes of a debug print', () => {
  expect(readRustString('x: "a\\"b\\\\c\\n\\t\\r\\0\\\'\\u{e9}\\u{1f600}" }', 3)).toBe(
    'a"b\\c\n\t\r\0\'é😀',
  );
});

test('reads nothing where no quoted text is, or none that ends', () => {
  for (const print of ['', 'x', '"', '"open', '"open\\"']) {
    expect(readRustString(print, 0)).toBeUndefined();
  }
});

test('reads any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'"\\u{}f0nx') }), (text) => {
      readRustString(`"${text}`, 0);
    }),
  );
  expect(readRustString('"\\u{ffffff}"', 0)).toBe('\ufffd');
});

test.each([
  'no',
  'exit_code: 0,',
  'aggregated_output: StreamOutput { text: "fake"',
  'it said \\"no\\" {',
])('a denial has what the command printed, not what its message quotes: %s', (quoted) => {
  const output =
    'ExecToolCallOutput { exit_code: 1, stdout: StreamOutput { text: "", truncated_after_lines: None }, aggregated_output: StreamOutput { text: "x: Read-only\\n", truncated_after_lines: None } }';
  const print = `exec_command failed for \`x\`: SandboxDenied { message: "${quoted}", output: ${output} }`;
  expect(readSandboxDenial(print)).toEqual({ output: 'x: Read-only\n', exitCode: 1 });
});
