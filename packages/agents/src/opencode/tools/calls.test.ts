import { toolInputs } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { isPlanCall } from '../../tools/common-call.js';
import { readCall } from './calls.js';

const common = (tool: string, input: Record<string, unknown>) => {
  const call = readCall({ name: tool, input });
  return isPlanCall(call) ? call.call : call;
};

test.each([
  [
    'bash',
    { command: 'ls', description: 'lists', workdir: '/w' },
    'Bash',
    { command: 'ls', description: 'lists' },
  ],
  [
    'read',
    { filePath: '/a', offset: 2, limit: 3 },
    'Read',
    { file_path: '/a', offset: 2, limit: 3 },
  ],
  ['write', { filePath: '/a', content: 'x' }, 'Write', { file_path: '/a', content: 'x' }],
  [
    'edit',
    { filePath: '/a', oldString: 'x', newString: 'y', replaceAll: true },
    'Edit',
    { file_path: '/a', old_string: 'x', new_string: 'y', replace_all: true },
  ],
  ['glob', { pattern: '*' }, 'Glob', { pattern: '*' }],
  ['list', { path: '/a', ignore: ['b'] }, 'Glob', { pattern: '*', path: '/a' }],
  [
    'grep',
    { pattern: 'x', path: '/a', include: '*.ts' },
    'Grep',
    { pattern: 'x', path: '/a', glob: '*.ts' },
  ],
  ['webfetch', { url: 'http://a', format: 'text' }, 'WebFetch', { url: 'http://a' }],
  ['websearch', { query: 'q', numResults: 3 }, 'WebSearch', { query: 'q' }],
  [
    'task',
    { description: 'd', prompt: 'p', subagent_type: 'general', task_id: 'ses_b' },
    'Task',
    { description: 'd', prompt: 'p', subagent_type: 'general', resume: 'ses_b' },
  ],
  [
    'todowrite',
    { todos: [{ id: '1', content: 'Find', status: 'in_progress', priority: 'high' }] },
    'TodoWrite',
    { todos: [{ content: 'Find', status: 'in_progress', activeForm: 'Find' }] },
  ],
  [
    'question',
    {
      questions: [{ question: 'Which?', header: 'W', options: [{ label: 'A', description: 'a' }] }],
    },
    'AskUserQuestion',
    {
      questions: [
        {
          question: 'Which?',
          header: 'W',
          multiSelect: false,
          options: [{ label: 'A', description: 'a' }],
        },
      ],
    },
  ],
] as const)('%s has its common name and input', (tool, input, name, parameters) => {
  const call = common(tool, input);
  expect(call).toMatchObject({ tool_name: name, native_name: tool });
  expect(call.parameters).toEqual(parameters);
  expect(toolInputs[name].safeParse(call.parameters).success).toBe(true);
});

test('what a person doesn’t need stays in the native input', () => {
  expect(common('bash', { command: 'ls', workdir: '/w' })).toMatchObject({
    parameters: { command: 'ls' },
    native_parameters: { command: 'ls', workdir: '/w' },
  });
  expect(common('bash', { command: 'ls' })).not.toHaveProperty('native_parameters');
});

test('an input that doesn’t fit stays as it is, under the common name', () => {
  expect(common('read', { depth: 3 })).toMatchObject({
    tool_name: 'Read',
    parameters: { depth: 3 },
  });
  expect(common('todowrite', { todos: 'none' })).toMatchObject({
    tool_name: 'TodoWrite',
    kind: 'plan',
    parameters: { todos: 'none' },
  });
  expect(common('apply_patch', { patchText: 'no patch' })).toMatchObject({ tool_name: 'Edit' });
});

test('a patch is an edit of the files it names', () => {
  const patchText = '*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: b\n*** End Patch';
  expect(common('apply_patch', { patchText }).parameters).toEqual({
    changes: [
      { path: 'a', kind: 'add' },
      { path: 'b', kind: 'delete' },
    ],
  });
});

test('a tool with a name of two parts is one of a server, and another keeps its name', () => {
  expect(common('demo_echo_twice', { text: 'x' })).toEqual({
    tool_name: 'mcp__demo__echo_twice',
    kind: 'mcp',
    parameters: { text: 'x' },
    native_name: 'demo_echo_twice',
  });
  for (const name of ['hologram', '_x', 'x_', '__proto__', 'constructor']) {
    expect(common(name, {}).native_name).toBe(name);
  }
  expect(common('hologram', {})).toMatchObject({ tool_name: 'hologram', kind: 'other' });
  expect(common('plan_exit', {})).toMatchObject({ tool_name: 'plan_exit' });
});
