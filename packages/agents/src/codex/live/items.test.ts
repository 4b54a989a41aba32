import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createCodexLive } from '../live.js';

type Phase = 'started' | 'updated' | 'completed';

/** The events of a turn whose items come in these phases. */
function turnOf(...items: readonly (readonly [Phase, JsonObject])[]): DragomanEvent[] {
  const interpreter = createCodexLive({ turnId: 'turn' });
  interpreter.push({ type: 'turn.started' });
  return items.flatMap(
    ([phase, item]) => interpreter.push({ type: `item.${phase}`, item: { ...item } }).events,
  );
}

const command = { id: 'item_0', type: 'command_execution', command: '/bin/bash -lc ls' };
const tool_id = 'turn.item_0';

test('a text is emitted once, however often its item is completed', () => {
  const message = { id: 'item_0', type: 'agent_message', text: 'Hi' };
  expect(turnOf(['started', message], ['completed', message], ['completed', message])).toEqual([
    { type: 'message', role: 'assistant', content: 'Hi', delta: false },
  ]);
});

test('an empty thought is none', () => {
  expect(turnOf(['completed', { id: 'item_0', type: 'reasoning', text: '' }])).toEqual([]);
});

test('reads the message of 0.42’s experimental stream', () => {
  const interpreter = createCodexLive();
  const item = { id: 'item_1', item_type: 'assistant_message', text: 'Hi' };
  expect(interpreter.push({ type: 'session.created', session_id: 's' }).events).toEqual([
    { type: 'init', session_id: 's' },
  ]);
  expect(interpreter.push({ type: 'item.completed', item })).toEqual({
    native: 'item.completed/assistant_message',
    disposition: 'mapped',
    events: [{ type: 'message', role: 'assistant', content: 'Hi', delta: false }],
  });
});

test('a command that fails keeps its output and exit code', () => {
  const failed = { ...command, aggregated_output: 'no', exit_code: 2, status: 'failed' };
  expect(turnOf(['started', command], ['completed', failed]).at(-1)).toEqual({
    type: 'tool_result',
    tool_id,
    status: 'error',
    exit_code: 2,
    output: 'no',
  });
});

test('a command without an exit code is judged by its status', () => {
  const ended = (status: string) => turnOf(['completed', { ...command, status }]).at(-1);
  expect(ended('completed')).toMatchObject({ status: 'success' });
  expect(ended('failed')).toMatchObject({ status: 'error' });
  expect(ended('declined')).toMatchObject({ status: 'error', error: { type: 'denied' } });
});

test('a command that outlives its turn stays unanswered', () => {
  const closed = { ...command, aggregated_output: '', exit_code: null, status: 'completed' };
  const unanswered = [{ type: 'tool_use', tool_id }];
  expect(turnOf(['started', command], ['completed', closed])).toMatchObject(unanswered);
  expect(turnOf(['completed', closed])).toMatchObject(unanswered);
});

test('an output that Codex cut says so, and loses the line Codex put before it', () => {
  const output = `${'1\n'.repeat(999)}…7 tokens truncated…8\n9\n`;
  const aggregated_output = `Total output lines: 1006\n\n${output}`;
  const cut = { ...command, aggregated_output, exit_code: 0, status: 'completed' };
  expect(turnOf(['completed', cut]).at(-1)).toMatchObject({
    output,
    truncated: true,
  });
});

test('an output that looks as if an older file had cut it is printed as it is', () => {
  const aggregated_output =
    'Total output lines: 3\n\none\n[... omitted 1 of 3 lines ...]\n\nthree\n';
  const whole = { ...command, aggregated_output, exit_code: 0, status: 'completed' };
  const result = turnOf(['completed', whole]).at(-1);
  expect(result).toMatchObject({ output: aggregated_output });
  expect(result).not.toHaveProperty('truncated');
});

test('an MCP call of a version that says little of it has an empty input and no output', () => {
  const call = { id: 'item_0', type: 'mcp_tool_call', server: 'demo', tool: 'echo' };
  expect(turnOf(['completed', { ...call, status: 'completed' }])).toEqual([
    { type: 'tool_use', tool_id, tool_name: 'mcp__demo__echo', kind: 'mcp', parameters: {} },
    { type: 'tool_result', tool_id, status: 'success' },
  ]);
});

test('an MCP call that was refused has its reason, one with structured content has that', () => {
  const call = { id: 'item_0', type: 'mcp_tool_call', server: 'demo', tool: 'echo' };
  const refused = { ...call, status: 'failed', result: null, error: { message: 'no such tool' } };
  expect(turnOf(['completed', refused]).at(-1)).toMatchObject({
    status: 'error',
    error: { message: 'no such tool' },
  });
  const content = [{ type: 'text', text: 'plain words' }];
  const structured = { ...call, result: { content, structured_content: { answer: 42 } } };
  expect(turnOf(['completed', structured]).at(-1)).toMatchObject({ output: '{"answer":42}' });
});

test('a patch that fails changes nothing', () => {
  const changes = [{ path: '/p/a.txt', kind: 'modify' }];
  const patch = { id: 'item_0', type: 'file_change', changes, status: 'failed' };
  expect(turnOf(['completed', patch])).toMatchObject([
    { tool_name: 'Edit', parameters: { changes: [{ path: '/p/a.txt', kind: 'update' }] } },
    { type: 'tool_result', tool_id, status: 'error' },
  ]);
});

test('a plan is emitted when it changes', () => {
  const list = (completed: boolean) => ({
    id: 'item_0',
    type: 'todo_list',
    items: [{ text: 'look', completed }],
  });
  const events = turnOf(
    ['started', list(false)],
    ['updated', list(true)],
    ['completed', list(true)],
  );
  expect(events).toEqual([
    { type: 'plan', items: [{ text: 'look', status: 'pending' }] },
    { type: 'plan', items: [{ text: 'look', status: 'completed' }] },
  ]);
});

test('an agent that is started is a task; waiting for it gives what it said', () => {
  const spawn = { id: 'item_0', type: 'collab_tool_call', tool: 'spawn_agent', prompt: 'Count.' };
  const wait = {
    id: 'item_1',
    type: 'collab_tool_call',
    tool: 'wait',
    receiver_thread_ids: ['child'],
    agents_states: { child: { status: 'completed', message: 'one two three' } },
    status: 'completed',
  };
  expect(turnOf(['started', spawn], ['completed', wait])).toMatchObject([
    { type: 'tool_use', tool_name: 'Task', kind: 'task', parameters: { prompt: 'Count.' } },
    { type: 'tool_use', tool_name: 'wait_agent', parameters: { targets: ['child'] } },
    { type: 'tool_result', status: 'success', output: 'one two three' },
  ]);
});

test.each(['__proto__', 'constructor', 'teleport'])('a tool called %s keeps its name', (tool) => {
  const call = { id: 'item_0', type: 'collab_tool_call', tool };
  expect(turnOf(['started', call])).toMatchObject([{ type: 'tool_use', tool_name: tool }]);
});

test('an item that is a warning fails nothing', () => {
  expect(turnOf(['completed', { id: 'item_0', type: 'error', message: 'Heads up' }])).toEqual([
    { type: 'error', message: 'Heads up', fatal: false },
  ]);
});

test('items without an id get different ids', () => {
  const { id: _, ...unnamed } = command;
  const events = turnOf(['completed', unnamed], ['completed', unnamed]);
  const ids = events.flatMap((event) => (event.type === 'tool_use' ? event.tool_id : []));
  expect(new Set(ids).size).toBe(2);
});
