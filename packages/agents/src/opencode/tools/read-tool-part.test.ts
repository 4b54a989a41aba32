import { expect, test } from 'vitest';
import { completed, failed, tool } from '../../../test-inputs/opencode-records.js';
import { readToolPart } from './read-tool-part.js';

const resultOf = (name: string, state: Record<string, unknown>) =>
  readToolPart(tool(name, state))?.result;

test('a command is done whatever its exit code, which says whether it failed', () => {
  expect(resultOf('bash', completed({ command: 'x' }, 'out', { exit: 0 }))).toMatchObject({
    status: 'success',
    exit_code: 0,
  });
  expect(resultOf('bash', completed({ command: 'x' }, 'out', { exit: 2 }))).toMatchObject({
    status: 'error',
    output: 'out',
    exit_code: 2,
  });
  expect(resultOf('bash', completed({ command: 'x' }, 'out', { exit: null }))).toMatchObject({
    status: 'error',
    error: { type: 'cancelled' },
  });
});

test('a call of an unknown tool is a failed call of that tool, not a good one of `invalid`', () => {
  const input = { tool: 'hologram', error: 'No such tool.' };
  expect(readToolPart(tool('invalid', completed(input, 'The arguments …')))).toMatchObject({
    call: { tool_name: 'hologram', native_name: 'invalid', native_parameters: input },
    result: { status: 'error', error: { message: 'No such tool.' } },
  });
  const plan = { tool: 'todowrite', error: 'Bad list.' };
  expect(readToolPart(tool('invalid', completed(plan)))).toMatchObject({
    call: { tool_name: 'TodoWrite', kind: 'plan' },
    result: { status: 'error' },
  });
});

test('files that were changed come with their diffs', () => {
  const diff = 'Index: /a\n===\n--- /a\n+++ /a\n@@ -1 +1 @@\n-x\n+y\n';
  const edit = completed({ filePath: '/a', oldString: 'x', newString: 'y' }, 'Done.', { diff });
  expect(resultOf('edit', edit)).toMatchObject({
    changes: [{ path: '/a', kind: 'update', diff: '@@ -1 +1 @@\n-x\n+y\n' }],
  });
  const write = completed({ filePath: '/b', content: 'b' }, '', { filepath: '/b', exists: false });
  expect(resultOf('write', write)).toMatchObject({ changes: [{ path: '/b', kind: 'add' }] });
});

test('a patch that was applied has the paths of its files', () => {
  const patchText =
    '*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch';
  const files = [
    { filePath: '/w/a', type: 'move', movePath: '/w/b', patch: '@@ -1 +1 @@\n-x\n+y\n' },
  ];
  expect(readToolPart(tool('apply_patch', completed({ patchText }, '', { files })))).toMatchObject({
    call: { tool_name: 'Edit', parameters: { changes: [{ path: '/w/a', kind: 'update' }] } },
    result: { changes: [{ path: '/w/a', kind: 'update', moved_to: '/w/b' }] },
  });
});

test('images that come with an answer are part of it', () => {
  const file = { mime: 'image/png', url: 'data:image/png;base64,aGk=' };
  const state = { ...completed({ filePath: '/a.png' }, 'Image read.'), attachments: [file] };
  expect(resultOf('read', state)).toMatchObject({
    output: [
      { type: 'text', text: 'Image read.' },
      { type: 'image', source: { type: 'base64', data: 'aGk=' } },
    ],
  });
});

test('a failure says why, and a refusal and a stop what they are', () => {
  expect(resultOf('read', failed({}, 'File not found'))).toMatchObject({
    status: 'error',
    error: { message: 'File not found' },
  });
  const refusals = [
    'The user rejected permission to use this specific tool call.',
    'Error: The user rejected permission to use this specific tool call.',
    'The user has specified a rule which prevents you from using this specific tool call. Here …',
  ];
  for (const words of refusals) {
    expect(resultOf('bash', failed({}, words))).toMatchObject({ error: { type: 'denied' } });
  }
  const stopped = { ...failed({}, 'Tool execution aborted'), metadata: { output: 'so far' } };
  expect(resultOf('bash', stopped)).toMatchObject({
    output: 'so far',
    error: { type: 'cancelled' },
  });
});

test('a call that is not over has no result', () => {
  expect(readToolPart(tool('bash', { status: 'running', input: {} }))).toMatchObject({
    result: undefined,
    isPartial: false,
  });
  expect(readToolPart(tool('bash', { status: 'pending', input: {}, raw: '' }))).toMatchObject({
    result: undefined,
    isPartial: true,
  });
});
