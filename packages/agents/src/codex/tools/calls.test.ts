import { isToolUse } from '@dragoman/protocol';
import { describe, expect, test } from 'vitest';
import { type CommonCall, isPlanCall } from '../../tools/common-call.js';
import { type NativeCall, readCall, readPlanItems } from './calls.js';

const PATCH = '*** Begin Patch\n*** Add File: a.txt\n+hi\n*** End Patch';

/** The call in the common vocabulary, of a model that works in `/w`. */
function common(name: string, input: unknown, namespace?: string): CommonCall {
  const call = readCall({ name, input, namespace }, { cwd: '/w' }).common;
  return isPlanCall(call) ? call.call : call;
}

/** Whether a call would pass for the common tool it is named after. */
function fits(call: CommonCall, name: Parameters<typeof isToolUse>[1]): boolean {
  const { tool_name, parameters } = call;
  return isToolUse({ type: 'tool_use', id: 'x', name: tool_name, input: parameters }, name);
}

test.each<[string, unknown, string]>([
  ['shell', { command: ['bash', '-lc', 'ls -l'], workdir: '.', timeout_ms: 5 }, 'ls -l'],
  ['shell', { command: ['git', 'log', '--format=%H x'] }, "git log '--format=%H x'"],
  ['shell', { command: 'ls' }, 'ls'],
  ['container.exec', { command: ['ls'] }, 'ls'],
  ['shell_command', { command: 'bash -lc ls', login: true }, 'bash -lc ls'],
  ['exec_command', { cmd: 'ls | wc\n', tty: true }, 'ls | wc\n'],
  ['local_shell', { action: { type: 'exec', command: ['zsh', '-lc', 'pwd'] } }, 'pwd'],
  ['local_shell', { type: 'exec', command: ['echo', 'x y'] }, "echo 'x y'"],
])('%s %j is Bash', (name, input, command) => {
  const call = common(name, JSON.stringify(input));
  expect(call).toEqual({
    tool_name: 'Bash',
    kind: 'command',
    parameters: { command },
    native_name: name,
    native_parameters: input,
  });
  expect(fits(call, 'Bash')).toBe(true);
});

describe('a patch is an Edit in each disguise', () => {
  const heredoc = `apply_patch <<'EOF'\n${PATCH}\nEOF\n`;
  test.each<[string, NativeCall, string]>([
    ['custom tool', { name: 'apply_patch', input: PATCH }, '/w/a.txt'],
    ['function', { name: 'apply_patch', input: JSON.stringify({ input: PATCH }) }, '/w/a.txt'],
    ['argv', { name: 'shell', input: { command: ['apply_patch', PATCH] } }, '/w/a.txt'],
    ['workdir', { name: 'exec_command', input: { cmd: heredoc, workdir: 'sub' } }, '/w/sub/a.txt'],
    ['cd', { name: 'shell_command', input: { command: `cd x && ${heredoc}` } }, '/w/x/a.txt'],
    [
      'workdir and cd',
      { name: 'exec_command', input: { cmd: `cd ../y && ${heredoc}`, workdir: '/v/x' } },
      '/v/y/a.txt',
    ],
  ])('%s', (_disguise, native, path) => {
    expect(readCall(native, { cwd: '/w' }).common).toMatchObject({
      tool_name: 'Edit',
      kind: 'edit',
      parameters: { changes: [{ path, kind: 'add' }] },
      native_name: native.name,
    });
    expect(readCall(native, { cwd: '/w' }).changes).toEqual([{ path, kind: 'add', diff: '+hi\n' }]);
  });

  test('keeps the paths as written where no folder is known', () => {
    expect(readCall({ name: 'apply_patch', input: PATCH }, {}).changes).toMatchObject([
      { path: 'a.txt' },
    ]);
  });

  test('one that cannot be read changes nothing', () => {
    const changes = { tool_name: 'Edit', parameters: { changes: [] } };
    expect(common('apply_patch', 'nonsense')).toMatchObject(changes);
    expect(common('exec_command', { cmd: 'apply_patch <<EOF\nno\nEOF' })).toMatchObject(changes);
  });

  test('and other calls change nothing', () => {
    expect(readCall({ name: 'shell', input: { command: ['ls'] } }, {}).changes).toBeUndefined();
    expect(readCall({ name: 'note', input: PATCH }, {}).changes).toBeUndefined();
    expect(
      readCall({ name: 'apply_patch', namespace: 'mcp__x', input: PATCH }, {}).changes,
    ).toBeUndefined();
  });
});

test('update_plan is a plan, and TodoWrite where it was refused', () => {
  const input = { plan: [{ step: 'look', status: 'in_progress' }, { step: 'do' }, 'x', {}] };
  const call = readCall({ name: 'update_plan', input: JSON.stringify(input) }, {}).common;
  expect(isPlanCall(call) && call.plan).toEqual([
    { text: 'look', status: 'in_progress' },
    { text: 'do', status: 'pending' },
  ]);
  expect(isPlanCall(call) && fits(call.call, 'TodoWrite')).toBe(true);
  const bad = readCall({ name: 'update_plan', input: '{"plan":"x"}' }, {}).common;
  expect(bad).toMatchObject({ tool_name: 'TodoWrite', kind: 'plan', parameters: { plan: 'x' } });
});

test('the items of a live list are a plan too', () => {
  const items = [
    { text: 'a', completed: true },
    { text: 'b', completed: false },
  ];
  const plan = [
    { text: 'a', status: 'completed' },
    { text: 'b', status: 'pending' },
  ];
  expect(readPlanItems({ items })).toEqual(plan);
  expect(readPlanItems(items)).toEqual(plan);
  for (const none of [undefined, null, 5, 'x', {}, { plan: {} }])
    expect(readPlanItems(none)).toBeUndefined();
});

test.each<[string, string | undefined, string]>([
  ['demo__echo', undefined, 'mcp__demo__echo'],
  ['mcp__demo__echo', undefined, 'mcp__demo__echo'],
  ['echo', 'mcp__demo__', 'mcp__demo__echo'],
  ['echo', 'mcp__demo', 'mcp__demo__echo'],
  ['exec_command', 'mcp__demo', 'mcp__demo__exec_command'],
  ['say__it', 'mcp__my-server', 'mcp__my-server__say__it'],
])('%s in the namespace %s is %s', (name, namespace, tool_name) => {
  expect(common(name, '{"text":"ping"}', namespace)).toEqual({
    tool_name,
    kind: 'mcp',
    parameters: { text: 'ping' },
    native_name: name,
  });
  expect(common(name, '', namespace).parameters).toEqual({});
});

test('a tool of another namespace only shares its name', () => {
  expect(common('exec_command', { cmd: 'ls' }, 'editor')).toMatchObject({
    tool_name: 'exec_command',
    kind: 'other',
  });
  expect(common('exec_command', { cmd: 'ls' }, 'functions')).toMatchObject({ tool_name: 'Bash' });
});

test('other tools with a common form', () => {
  expect(common('view_image', { path: 'it.png' })).toMatchObject({
    tool_name: 'Read',
    kind: 'read',
    parameters: { file_path: 'it.png' },
  });
  const question = { id: 'q', header: 'Which', question: 'Which one?', isOther: true };
  const options = [{ label: 'A', description: 'the first' }];
  const asked = common('request_user_input', { questions: [{ ...question, options }] });
  expect(fits(asked, 'AskUserQuestion')).toBe(true);
  expect(common('request_user_input', { questions: [5] }).tool_name).toBe('request_user_input');
});

test.each<[unknown, string]>([
  [{ query: 'live words' }, 'live words'],
  [{ action: { type: 'search', query: 'q' } }, 'q'],
  [{ type: 'search', queries: ['a', 'b'] }, 'a ...'],
  [{ type: 'search', query: '', queries: ['a'] }, 'a'],
  [{ type: 'open_page', url: 'http://x' }, 'http://x'],
  [{ type: 'find_in_page', url: 'http://x', pattern: 'p' }, "'p' in http://x"],
  [{ type: 'find', pattern: 'p' }, "'p'"],
  [{ type: 'other' }, ''],
  [{ type: '__proto__' }, ''],
  [undefined, ''],
])('the web search %j looks for %j', (input, query) => {
  expect(common('web_search', input)).toMatchObject({
    tool_name: 'WebSearch',
    kind: 'web',
    parameters: { query },
  });
});

test('calls about other agents', () => {
  const spawned = common('spawn_agent', { message: 'Count.\nThen stop.' }, 'multi_agent_v1');
  expect(spawned).toMatchObject({
    tool_name: 'Task',
    kind: 'task',
    parameters: { prompt: 'Count.\nThen stop.', description: 'Count.' },
  });
  expect(fits(spawned, 'Task')).toBe(true);
  expect(common('spawn_agent', { items: [{ type: 'text', text: 'a' }] }).parameters.prompt).toBe(
    'a',
  );
  expect(common('wait', { ids: ['t1'] })).toMatchObject({
    tool_name: 'wait_agent',
    parameters: { targets: ['t1'] },
  });
  expect(common('wait', { cell_id: 'c' })).toMatchObject({ tool_name: 'wait', kind: 'other' });
  expect(common('send_input', { target: 't1', message: 'go' }).parameters).toEqual({
    targets: ['t1'],
    message: 'go',
  });
});

test('what has no common form stays as it is', () => {
  const input = { session_id: 7, chars: 'x\n' };
  expect(common('write_stdin', JSON.stringify(input))).toEqual({
    tool_name: 'write_stdin',
    kind: 'command',
    parameters: input,
    native_name: 'write_stdin',
  });
  expect(common('hologram', '{"a":1}')).toMatchObject({
    tool_name: 'hologram',
    kind: 'other',
    parameters: { a: 1 },
  });
});

test.each<[unknown, unknown]>([
  ['not json', { raw: 'not json' }],
  ['{"a":', { raw: '{"a":' }],
  ['[1]', { raw: '[1]' }],
  ['', {}],
  [null, {}],
  [[1, 2], { raw: [1, 2] }],
])('arguments %j that are no object become %j', (input, parameters) => {
  expect(common('hologram', input).parameters).toEqual(parameters);
  expect(common('shell', input)).toMatchObject({ tool_name: 'Bash', parameters });
});
