import { expect, test } from 'vitest';
import { readResult } from './read-result.js';

const failed = (content: unknown) => ({ content, isError: true, rich: undefined });
const done = (content: unknown, rich?: unknown) => ({ content, isError: false, rich });

test('the exit code of a command is taken from the words before its output', () => {
  expect(readResult(failed('Exit code 3\ntwo\n'), 'Bash')).toEqual({
    status: 'error',
    output: 'two\n',
    exit_code: 3,
  });
  expect(readResult(failed('Exit code 137'), 'Bash')).toMatchObject({ output: '', exit_code: 137 });
  expect(readResult(done('Exit code 3\nsays a file'), 'Read')).not.toHaveProperty('exit_code');
  expect(readResult(failed('Command timed out after 1s'), 'Bash')).not.toHaveProperty('exit_code');
});

test('a command that printed nothing has an empty output', () => {
  expect(readResult(done('(Bash completed with no output)'), 'Bash').output).toBe('');
});

test('the marks around an error are no part of it', () => {
  const { output } = readResult(failed('<tool_use_error>No such tool</tool_use_error>'), 'Nope');
  expect(output).toBe('No such tool');
});

test('a word to the model behind what was read is no part of it', () => {
  const read = 'a\n\n<system-reminder>\nBeware.\n</system-reminder>\n';
  expect(readResult(done(read), 'Read').output).toBe('a');
  expect(readResult(done('a <system-reminder> b'), 'Read').output).toBe('a <system-reminder> b');
});

test.each([
  ['Claude requested permissions to write to /x, but you haven’t granted it yet.', 'denied'],
  ['Permission to use Bash has been denied.', 'denied'],
  ['This command requires approval', 'denied'],
  ["rm in '/etc/x' was blocked. For security, Claude Code may only remove files", 'denied'],
  ["The user doesn't want to proceed with this tool use. The user said: no", 'denied'],
  ["The user doesn't want to proceed with this tool use. STOP what you are doing", 'cancelled'],
  ['[Request interrupted by user for tool use]', 'cancelled'],
  ['File does not exist.', undefined],
])('%j is refused: %s', (words, type) => {
  expect(readResult(failed(words), 'Write').error?.type).toBe(type);
});

test('of output that was put into a file, as much is emitted as the CLI keeps', () => {
  const shown = '<persisted-output>\nOutput too large. Preview:\n1\n</persisted-output>';
  expect(readResult(done(shown, { stdout: '1\n2\n', stderr: 'x' }), 'Bash')).toEqual({
    status: 'success',
    output: '1\n2\n\nx',
    truncated: true,
  });
  expect(readResult(done(shown), 'Bash')).toMatchObject({ output: shown, truncated: true });
});

test('output that was cut says so', () => {
  const long = `${'x'.repeat(9000)}\n\n... [12 lines truncated] ...`;
  expect(readResult(done(long), 'Bash').truncated).toBe(true);
  expect(readResult(done('... [12 lines truncated] ...'), 'Bash')).not.toHaveProperty('truncated');
});

test('an edit says what it changed, with the diff', () => {
  const structuredPatch = [
    { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' one', '-two', '+TWO'] },
  ];
  expect(readResult(done('ok', { filePath: '/a.txt', structuredPatch }), 'Edit').changes).toEqual([
    { path: '/a.txt', kind: 'update', diff: '@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n' },
  ]);
  const created = { type: 'create', filePath: '/b.txt', content: 'new\n', structuredPatch: [] };
  expect(readResult(done('ok', created), 'Write').changes).toEqual([
    { path: '/b.txt', kind: 'add', diff: '+new\n' },
  ]);
  expect(readResult(failed('no'), 'Edit')).not.toHaveProperty('changes');
});

test('images are kept; texts without any are one text', () => {
  const image = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'aGk=' },
  };
  expect(readResult(done([{ type: 'text', text: 'look' }, image]), 'mcp__a__b').output).toEqual([
    { type: 'text', text: 'look' },
    image,
  ]);
  const texts = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ];
  expect(readResult(done(texts), 'mcp__a__b').output).toBe('a\nb');
  expect(readResult(done([{ type: 'hologram', a: 1 }]), 'x').output).toBe(
    '{"type":"hologram","a":1}',
  );
});

test('a sub-agent’s result is what it said, without how to call it again', () => {
  const content = [
    { type: 'text', text: 'One.' },
    { type: 'text', text: 'agentId: a1 (use SendMessage …)' },
  ];
  const rich = { agentId: 'a1', content: [{ type: 'text', text: 'One.' }], totalDurationMs: 7 };
  expect(readResult(done(content, rich), 'Task')).toEqual({
    status: 'success',
    output: 'One.',
    duration_ms: 7,
  });
});

test('a sub-agent that got no answer has failed, though the CLI says it has completed', () => {
  const rich = { content: [{ type: 'text', text: 'API Error: 400 Sub refused' }] };
  expect(readResult(done('x', rich), 'Task').status).toBe('error');
});

test('a result that is neither text nor blocks is kept as it was written', () => {
  expect(readResult(done({ a: 1 }), 'x').output).toBe('{"a":1}');
  expect(readResult(done([7, 'seven']), 'x').output).toBe('7\nseven');
  expect(readResult(done(undefined), 'x')).toEqual({ status: 'success' });
});

test('a diff of which a part can’t be read is left out', () => {
  const structuredPatch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [7] }];
  expect(readResult(done('ok', { filePath: '/a', structuredPatch }), 'Edit').changes).toEqual([
    { path: '/a', kind: 'update' },
  ]);
});
