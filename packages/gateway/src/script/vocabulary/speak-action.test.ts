import { expect, test } from 'vitest';
import type { ModelRequest, OfferedTool } from '../reply.js';
import type { Action } from '../script.js';
import { speakAction } from './speak-action.js';

const RUN: Action = { kind: 'run', command: 'ls' };
const PATCH: Action = {
  kind: 'patch',
  changes: [
    { kind: 'add', path: 'b', content: 'new\n' },
    { kind: 'update', path: 'a', old: 'hi', new: 'ho' },
    { kind: 'delete', path: "it's" },
  ],
};
const PLAN: Action = {
  kind: 'plan',
  items: [
    { step: 'look', status: 'completed' },
    { step: 'do', status: 'pending' },
  ],
};
const SEARCH: Action = { kind: 'search', query: 'weather' };
const MCP: Action = { kind: 'mcp', server: 'my-demo', tool: 'echo', arguments: { text: 'hi' } };

function offer(name: string, more: Partial<OfferedTool> = {}): OfferedTool {
  return { name, form: 'function', properties: [], required: [], ...more };
}

function requestWith(tools: readonly OfferedTool[], searches = false): ModelRequest {
  return { model: 'm', stream: true, history: [{}], tools, searches };
}

/** What is called, as short as a table wants it. */
function spoken(action: Action, tools: readonly OfferedTool[], earlierPlans = 0): unknown[] {
  return speakAction(action, requestWith(tools), { earlierPlans }).map((item) =>
    item.kind === 'call'
      ? [[item.namespace, item.name].filter(Boolean).join('.'), item.arguments]
      : item,
  );
}

const PATCH_TEXT =
  "*** Begin Patch\n*** Add File: b\n+new\n*** Update File: a\n@@\n-hi\n+ho\n*** Delete File: it's\n*** End Patch";
const REMOVE = `rm -- 'it'\\''s'`;

test.each([
  ['exec_command', [offer('exec_command')], ['exec_command', { cmd: 'ls' }]],
  ['shell', [offer('shell')], ['shell', { command: ['bash', '-lc', 'ls'] }]],
  ['shell_command', [offer('shell_command')], ['shell_command', { command: 'ls' }]],
  [
    'local_shell',
    [offer('local_shell', { form: 'local_shell' })],
    ['local_shell', { command: ['bash', '-lc', 'ls'] }],
  ],
  ['Bash', [offer('Read'), offer('Bash')], ['Bash', { command: 'ls' }]],
  ['bash', [offer('bash')], ['bash', { command: 'ls' }]],
  ['run_shell_command', [offer('run_shell_command')], ['run_shell_command', { command: 'ls' }]],
  [
    'a Bash that wants a description',
    [offer('Bash', { required: ['command', 'description'] })],
    ['Bash', { description: 'scripted', command: 'ls' }],
  ],
])('runs a command with %s', (_name, tools, call) => {
  expect(spoken(RUN, tools)).toEqual([call]);
});

test.each([
  [
    'the custom patch tool',
    [offer('exec_command'), offer('apply_patch', { form: 'custom' })],
    [['apply_patch', { input: PATCH_TEXT }]],
  ],
  [
    'a patch function that wants patchText',
    [offer('bash'), offer('apply_patch', { properties: ['patchText'] })],
    [['apply_patch', { patchText: PATCH_TEXT }]],
  ],
  [
    'exec_command',
    [offer('exec_command')],
    [['exec_command', { cmd: `apply_patch <<'EOF'\n${PATCH_TEXT}\nEOF` }]],
  ],
  ['shell', [offer('shell')], [['shell', { command: ['apply_patch', PATCH_TEXT] }]]],
  [
    'Write, Edit and Bash, reading before an edit',
    ['Bash', 'Edit', 'Read', 'Write'].map((name) => offer(name)),
    [
      ['Write', { file_path: 'b', content: 'new\n' }],
      ['Read', { file_path: 'a' }],
      ['Edit', { file_path: 'a', old_string: 'hi', new_string: 'ho' }],
      ['Bash', { command: REMOVE }],
    ],
  ],
  [
    'write_file, replace and run_shell_command',
    ['write_file', 'replace', 'run_shell_command'].map((name) => offer(name)),
    [
      ['write_file', { file_path: 'b', content: 'new\n' }],
      ['replace', { file_path: 'a', old_string: 'hi', new_string: 'ho', instruction: 'Change a.' }],
      ['run_shell_command', { command: REMOVE }],
    ],
  ],
  [
    'write, edit and bash',
    ['write', 'edit', 'bash'].map((name) => offer(name)),
    [
      ['write', { filePath: 'b', content: 'new\n' }],
      ['edit', { filePath: 'a', oldString: 'hi', newString: 'ho' }],
      ['bash', { command: REMOVE }],
    ],
  ],
])('patches with %s', (_name, tools, calls) => {
  expect(spoken(PATCH, tools)).toEqual(calls);
});

test.each([
  ['update_plan', 'plan', (step: string) => ({ step })],
  ['TodoWrite', 'todos', (step: string) => ({ content: step, activeForm: step })],
  ['write_todos', 'todos', (step: string) => ({ description: step })],
  ['todowrite', 'todos', (step: string) => ({ content: step, priority: 'medium' })],
])('plans with %s', (name, list, item) => {
  const items = [
    { ...item('look'), status: 'completed' },
    { ...item('do'), status: 'pending' },
  ];
  expect(spoken(PLAN, [offer(name)])).toEqual([[name, { [list]: items }]]);
});

test('plans with tasks: makes them once and then changes them', () => {
  const tools = [offer('TaskCreate'), offer('TaskUpdate')];
  const update = ['TaskUpdate', { taskId: '1', status: 'completed' }];
  expect(spoken(PLAN, tools)).toEqual([
    ['TaskCreate', { subject: 'look', description: 'look' }],
    ['TaskCreate', { subject: 'do', description: 'do' }],
    update,
  ]);
  expect(spoken(PLAN, tools, 1)).toEqual([update]);
});

test.each(['WebSearch', 'google_web_search', 'websearch'])('searches with %s', (name) => {
  expect(spoken(SEARCH, [offer(name)])).toEqual([[name, { query: 'weather' }]]);
});

test('lets a provider search that may', () => {
  const request = requestWith([offer('WebSearch')], true);
  expect(speakAction(SEARCH, request, { earlierPlans: 0 })).toEqual([
    { kind: 'search', query: 'weather' },
  ]);
});

test.each([
  ['mcp__my-demo__echo', undefined],
  ['mcp__my_demo__echo', undefined],
  ['my-demo__echo', undefined],
  ['mcp_my-demo_echo', undefined],
  ['my-demo_echo', undefined],
  ['echo', 'mcp__my-demo'],
  ['echo', 'mcp__my_demo__'],
])('finds an MCP tool under the name %s in %s', (name, namespace) => {
  const tool = offer(name, namespace === undefined ? {} : { namespace });
  const called = namespace === undefined ? name : `${namespace}.${name}`;
  expect(spoken(MCP, [offer('echo'), tool])).toEqual([[called, { text: 'hi' }]]);
});

test('calls any tool by its own name, offered or not', () => {
  const action: Action = { kind: 'tool', name: 'view_image', arguments: { path: 'a.png' } };
  expect(spoken(action, [])).toEqual([['view_image', { path: 'a.png' }]]);
});

test('finds a tool that is named without its namespace', () => {
  const action: Action = { kind: 'tool', name: 'exec', arguments: { input: '' } };
  const tools = [offer('exec', { namespace: 'functions', form: 'custom' })];
  expect(spoken(action, tools)).toEqual([['functions.exec', { input: '' }]]);
  expect(spoken(action, [offer('exec'), ...tools])).toEqual([['exec', { input: '' }]]);
});

test.each([
  ['run', RUN],
  ['add', PATCH],
  ['plan', PLAN],
  ['search', SEARCH],
  ['mcp (my-demo, echo)', MCP],
])('says so when no offered tool can do %s', (name, action) => {
  const tools = [offer('Read'), offer('echo', { namespace: 'mcp__other' })];
  expect(() => spoken(action, tools)).toThrow(
    `No offered tool can do the action ${name}. Offered: Read, mcp__other.echo.`,
  );
});
