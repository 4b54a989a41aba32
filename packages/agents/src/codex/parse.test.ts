import { type UnifiedContent, unifiedMessage } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from './parse.js';

const TIMESTAMP = '2025-10-28T22:42:36.506Z';

const saved = (type: string, payload: object) =>
  JSON.stringify({ timestamp: TIMESTAMP, type, payload });
const item = (payload: object) => saved('response_item', payload);
const event = (payload: object) => saved('event_msg', payload);
const live = (native: object) => JSON.stringify({ type: 'item.completed', item: native });
const command = (exitCode: number) =>
  live({
    id: 'item_1',
    type: 'command_execution',
    command: 'ls',
    aggregated_output: 'file1\nfile2',
    exit_code: exitCode,
    status: exitCode === 0 ? 'completed' : 'failed',
  });
const output = (text: string) =>
  item({ type: 'function_call_output', call_id: 'call_123', output: text });
const wrapped = (text: string, exitCode: number) =>
  output(
    JSON.stringify({ output: text, metadata: { exit_code: exitCode, duration_seconds: 0.1 } }),
  );
const shell = (args: string) =>
  item({ type: 'function_call', name: 'shell', arguments: args, call_id: 'call_123' });
const message = (role: string, type: string) =>
  item({ type: 'message', role, content: [{ type, text: 'Hello' }] });

describe('a line holds a message', () => {
  test.each<[string, string, string, Partial<UnifiedContent>[]]>([
    ['what the user said', message('user', 'input_text'), 'user', [{ text: 'Hello' }]],
    ['what the agent said', message('assistant', 'output_text'), 'assistant', [{ text: 'Hello' }]],
    [
      'a thought, its parts joined',
      item({
        type: 'reasoning',
        summary: [
          { type: 'summary_text', text: 'Planning...' },
          { type: 'summary_text', text: 'More.' },
        ],
        content: null,
      }),
      'assistant',
      [{ type: 'thinking', thinking: 'Planning...\nMore.' }],
    ],
    [
      'a call, as a person would type it',
      shell('{"command":["zsh","-lc","ls"],"workdir":"."}'),
      'assistant',
      [{ type: 'tool_use', id: 'call_123', name: 'Bash', input: { command: 'ls' } }],
    ],
    [
      'a call whose arguments are no JSON',
      shell('not json'),
      'assistant',
      [{ type: 'tool_use', input: { raw: 'not json' } }],
    ],
    [
      'a result',
      wrapped('file1\nfile2', 0),
      'assistant',
      [{ tool_use_id: 'call_123', content: 'file1\nfile2', is_error: false }],
    ],
    ['an empty result', wrapped('', 0), 'assistant', [{ content: '', is_error: false }]],
    ['a failed one', wrapped('error', 1), 'assistant', [{ content: 'error', is_error: true }]],
    ['one that is no JSON', output('plain'), 'assistant', [{ content: 'plain' }]],
    [
      'the event of a reply',
      event({ type: 'agent_message', message: 'I am Codex' }),
      'assistant',
      [{ type: 'text', text: 'I am Codex' }],
    ],
    [
      'the event of a thought',
      event({ type: 'agent_reasoning', text: '**Planning**' }),
      'assistant',
      [{ type: 'thinking', thinking: '**Planning**' }],
    ],
    [
      'the event of a prompt',
      event({ type: 'user_message', message: 'Hello', kind: 'plain' }),
      'user',
      [{ type: 'text', text: 'Hello' }],
    ],
    [
      'a live command and its result',
      command(0),
      'assistant',
      [
        { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
        { type: 'tool_result', content: 'file1\nfile2', is_error: false },
      ],
    ],
    ['a live command that failed', command(1), 'assistant', [{ name: 'Bash' }, { is_error: true }]],
    [
      'a live thought',
      live({ type: 'reasoning', text: 'Hm.' }),
      'assistant',
      [{ thinking: 'Hm.' }],
    ],
    ['a live reply', live({ type: 'agent_message', text: 'Hi.' }), 'assistant', [{ text: 'Hi.' }]],
    [
      'a live plan',
      live({ type: 'todo_list', items: [{ text: 'look', completed: true }] }),
      'assistant',
      [
        {
          name: 'TodoWrite',
          input: { todos: [{ content: 'look', status: 'completed', activeForm: 'look' }] },
        },
      ],
    ],
    [
      'a saved plan',
      item({
        type: 'function_call',
        name: 'update_plan',
        arguments: '{"plan":[{"step":"look","status":"in_progress"}]}',
        call_id: 'p',
      }),
      'assistant',
      [{ name: 'TodoWrite' }],
    ],
    [
      'a live search',
      live({ id: 'ws', type: 'web_search', query: 'weather' }),
      'assistant',
      [{ name: 'WebSearch', input: { query: 'weather' } }, { is_error: false }],
    ],
    [
      'a live MCP call',
      live({
        id: 'item_0',
        type: 'mcp_tool_call',
        server: 'demo',
        tool: 'echo',
        arguments: { text: 'ping' },
        result: { content: [{ type: 'text', text: 'pong' }] },
        status: 'completed',
      }),
      'assistant',
      [{ name: 'mcp__demo__echo', input: { text: 'ping' } }, { content: 'pong' }],
    ],
    [
      'a warning',
      live({ type: 'error', message: 'odd' }),
      'system',
      [{ kind: 'warning', text: 'odd' }],
    ],
    [
      'a failed turn',
      '{"type":"turn.failed","error":{"message":"no"}}',
      'system',
      [{ kind: 'error', text: 'no' }],
    ],
    ['an error', '{"type":"error","message":"no"}', 'system', [{ kind: 'error', text: 'no' }]],
    [
      'an aborted turn',
      event({ type: 'turn_aborted', reason: 'replaced' }),
      'system',
      [{ type: 'notice', kind: 'aborted' }],
    ],
    [
      'a turn that a person stopped',
      event({ type: 'turn_aborted', reason: 'interrupted' }),
      'system',
      [{ kind: 'interrupted' }],
    ],
    [
      'a compaction',
      saved('compacted', { message: 'sum' }),
      'system',
      [{ kind: 'compacted', text: 'sum' }],
    ],
    [
      'an item nobody knows',
      live({ id: 'item_1', type: 'hologram' }),
      'system',
      [{ type: 'unknown', reason: 'no rule for item.completed/hologram' }],
    ],
    [
      'an item of the oldest files',
      '{"type":"message","id":null,"role":"user","content":[{"type":"input_text","text":"Hello"}]}',
      'user',
      [{ text: 'Hello' }],
    ],
    [
      'an event of the oldest streams',
      '{"id":"0","msg":{"type":"agent_message","message":"Hi."}}',
      'assistant',
      [{ text: 'Hi.' }],
    ],
  ])('%s', (_, line, role, content) => {
    const parsed = parse(line);
    expect(parsed).toMatchObject({ role, tool: 'codex', content, _original: JSON.parse(line) });
    expect(parsed?.content).toHaveLength(content.length);
    expect(unifiedMessage.safeParse(parsed).success).toBe(true);
    expect(parse(line)).toEqual(parsed);
  });

  test('with the time the line has, and the id of its call', () => {
    expect(parse(shell('{}'))).toMatchObject({
      id: 'call_123',
      timestamp: Date.parse(TIMESTAMP),
      timestampSource: 'native',
      source: 'saved',
    });
    expect(parse(output('x'))?.id).not.toBe('call_123');
  });

  test('of context, marked as such', () => {
    const text = '<environment_context>x</environment_context>';
    const line = item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
    expect(parse(line)).toMatchObject({ role: 'user', synthetic: 'environment_context' });
  });
});

describe('file changes are spelled out in the tools everybody knows', () => {
  const change = (...changes: object[]) =>
    parse(live({ id: 'item_1', type: 'file_change', status: 'completed', changes }))?.content;

  test.each([
    ['add', 'Write', { file_path: '/a.txt', content: '' }],
    ['modify', 'Edit', { file_path: '/a.txt', old_string: '', new_string: '' }],
    ['update', 'Edit', { file_path: '/a.txt', old_string: '', new_string: '' }],
    ['delete', 'Bash', { command: 'rm /a.txt' }],
  ])('%s is a %s', (kind, name, input) => {
    expect(change({ path: '/a.txt', kind })).toMatchObject([
      { type: 'tool_use', name, input },
      { type: 'tool_result', is_error: false },
    ]);
  });

  test('two changes are two calls, each with its result', () => {
    const content = change({ path: '/a', kind: 'add' }, { path: '/b', kind: 'delete' });
    const ids = content?.map((block) => (block.type === 'tool_use' ? block.id : undefined));
    expect(content).toMatchObject([
      { name: 'Write' },
      { name: 'Bash' },
      { tool_use_id: ids?.[0], changes: [{ path: '/a' }] },
      { tool_use_id: ids?.[1], changes: [{ path: '/b' }] },
    ]);
  });

  test('a patch brings its texts', () => {
    const input =
      '*** Begin Patch\n*** Add File: n.txt\n+one\n*** Update File: a.txt\n@@\n keep\n-hi\n+ho\n*** End Patch';
    const line = item({ type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input });
    expect(parse(line)?.content).toMatchObject([
      {
        name: 'Edit',
        input: { file_path: 'a.txt', old_string: 'keep\nhi', new_string: 'keep\nho' },
      },
      { name: 'Write', input: { file_path: 'n.txt', content: 'one\n' } },
    ]);
  });
});

test.each([
  event({ type: 'token_count', info: null }),
  saved('session_meta', { id: 'a' }),
  saved('turn_context', { cwd: '/p', model: 'm' }),
  event({ type: 'task_complete', turn_id: 't' }),
  item({ type: 'reasoning', summary: [], content: null, encrypted_content: 'x' }),
  '{"type":"thread.started","thread_id":"t"}',
  '{"type":"turn.started"}',
  '{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}',
  '{"type":"item.started","item":{"id":"item_1","type":"command_execution","command":"ls"}}',
  '{"type":"hologram"}',
  '{"type":"item',
  'null',
  '[]',
  '7',
  '',
])('%j holds none', (line) => {
  expect(parse(line)).toBeNull();
});

test('every line of every recording is answered, the same each time', () => {
  for (const recording of recordings().filter(({ agent }) => agent === 'codex')) {
    for (const line of Buffer.from(recording.bytes()).toString('utf8').split('\n')) {
      const parsed = parse(line);
      expect(parse(line)).toEqual(parsed);
      if (parsed !== null) expect(unifiedMessage.safeParse(parsed).success).toBe(true);
    }
  }
});

test('any text is answered', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
      expect(() => parse(line)).not.toThrow();
    }),
  );
});

test('a patch of a thousand files is spelled out without a copy of it in each', () => {
  const files = Array.from({ length: 1000 }, (_, index) => `*** Add File: f${index}.txt\n+hello\n`);
  const patch = `*** Begin Patch\n${files.join('')}*** End Patch\n`;
  const line = JSON.stringify({
    timestamp: '2026-01-02T03:04:05.006Z',
    type: 'response_item',
    payload: { type: 'custom_tool_call', name: 'apply_patch', call_id: 'c', input: patch },
  });
  const message = parse(line);
  expect(message?.content).toHaveLength(1000);
  expect(JSON.stringify(message).length).toBeLessThan(20 * line.length);
});
