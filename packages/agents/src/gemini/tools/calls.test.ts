import { toolInputs } from '@dragoman/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPlanCall } from '../../tools/common-call.js';
import { readCall } from './calls.js';

const common = (name: string, args: Record<string, unknown>, displayName?: string) => {
  const call = readCall({ name, input: args }, displayName);
  return isPlanCall(call) ? call.call : call;
};

describe('a call of a tool that others have, too', () => {
  test.each([
    ['run_shell_command', { command: 'ls' }, 'Bash', { command: 'ls' }],
    [
      'run_shell_command',
      { command: 'ls', description: 'Lists.', dir_path: 'src', is_background: true },
      'Bash',
      { command: 'ls', description: 'Lists.', run_in_background: true },
    ],
    ['read_file', { file_path: 'a' }, 'Read', { file_path: 'a' }],
    ['read_file', { absolute_path: '/a' }, 'Read', { file_path: '/a' }],
    [
      'read_file',
      { file_path: 'a', start_line: 2, end_line: 3 },
      'Read',
      { file_path: 'a', offset: 2, limit: 2 },
    ],
    [
      'read_file',
      { absolute_path: '/a', offset: 0, limit: 5 },
      'Read',
      { file_path: '/a', offset: 1, limit: 5 },
    ],
    ['write_file', { file_path: 'a', content: '' }, 'Write', { file_path: 'a', content: '' }],
    [
      'replace',
      { file_path: 'a', old_string: 'x', new_string: 'y', instruction: 'swap' },
      'Edit',
      { file_path: 'a', old_string: 'x', new_string: 'y' },
    ],
    [
      'replace',
      { file_path: 'a', old_string: 'x', new_string: 'y', expected_replacements: 3 },
      'Edit',
      { file_path: 'a', old_string: 'x', new_string: 'y', replace_all: true },
    ],
    ['glob', { pattern: '*.ts', dir_path: 'src' }, 'Glob', { pattern: '*.ts', path: 'src' }],
    ['list_directory', { path: '/p' }, 'Glob', { pattern: '*', path: '/p' }],
    [
      'search_file_content',
      { pattern: 'x', include: '*.ts' },
      'Grep',
      { pattern: 'x', glob: '*.ts' },
    ],
    [
      'grep_search',
      { pattern: 'x', include_pattern: '*.ts', names_only: true, context: 2 },
      'Grep',
      { pattern: 'x', glob: '*.ts', output_mode: 'files_with_matches', '-C': 2 },
    ],
    [
      'web_fetch',
      { prompt: 'Sum up (https://a.example/x) and https://b.example' },
      'WebFetch',
      {
        url: 'https://a.example/x',
        prompt: 'Sum up (https://a.example/x) and https://b.example',
      },
    ],
    ['google_web_search', { query: 'q' }, 'WebSearch', { query: 'q' }],
    [
      'invoke_agent',
      { agent_name: 'generalist', prompt: 'Count.\nSlowly.' },
      'Task',
      { subagent_type: 'generalist', description: 'Count.', prompt: 'Count.\nSlowly.' },
    ],
    [
      'codebase_investigator',
      { objective: 'Find it.' },
      'Task',
      { subagent_type: 'codebase_investigator', description: 'Find it.', prompt: 'Find it.' },
    ],
  ])('%s %j is %s', (name, args, toolName, parameters) => {
    expect(common(name, args)).toMatchObject({
      tool_name: toolName,
      native_name: name,
      parameters,
    });
    expect(toolInputs).toHaveProperty(toolName);
  });

  test('keeps its own input where that says more', () => {
    const args = { file_path: 'a', old_string: 'x', new_string: 'y', instruction: 'swap' };
    expect(common('replace', args)).toMatchObject({ native_parameters: args });
    expect(common('run_shell_command', { command: 'ls' })).not.toHaveProperty('native_parameters');
  });
});

test('a list of things to do is a plan, and a common call for where it is refused', () => {
  const todos = [
    { description: 'look', status: 'blocked' },
    { description: 'leap', status: 'in_progress' },
  ];
  expect(readCall({ name: 'write_todos', input: { todos } })).toMatchObject({
    plan: [
      { text: 'look', status: 'pending' },
      { text: 'leap', status: 'in_progress' },
    ],
    call: { tool_name: 'TodoWrite', kind: 'plan', native_parameters: { todos } },
  });
});

describe('a tool of an MCP server', () => {
  test.each([
    ['mcp_demo_echo', undefined, 'mcp__demo__echo'],
    ['mcp_demo_echo_twice', 'echo_twice (demo MCP Server)', 'mcp__demo__echo_twice'],
    ['demo__echo', undefined, 'mcp__demo__echo'],
    ['echo', 'echo (demo MCP Server)', 'mcp__demo__echo'],
  ])('%s, shown as %s, is %s', (name, displayName, expected) => {
    expect(common(name, { a: 1 }, displayName)).toMatchObject({
      tool_name: expected,
      kind: 'mcp',
      parameters: { a: 1 },
    });
  });

  test.each(['echo', 'mcp_echo', 'mcp_', '__x', 'x__'])(
    '%s does not say that it is one',
    (name) => {
      expect(common(name, {})).toMatchObject({ tool_name: name, kind: 'other' });
    },
  );
});

test('a tool that nobody knows keeps its name and its input', () => {
  expect(common('hologram', { beam: 7 })).toEqual({
    tool_name: 'hologram',
    kind: 'other',
    parameters: { beam: 7 },
    native_name: 'hologram',
  });
});

test('whatever a call is given, it has a name and an input', () => {
  const names = ['run_shell_command', 'read_file', 'replace', 'write_todos', 'ask_user', 'glob'];
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.dictionary(fc.string(), fc.json()), (name, args) => {
      const { tool_name, parameters } = common(name, args);
      expect(tool_name).not.toBe('');
      expect(parameters).toBeTypeOf('object');
    }),
  );
});
