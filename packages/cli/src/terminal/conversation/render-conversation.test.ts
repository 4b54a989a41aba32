import { type AgentName, agentNames, agents } from '@dragoman/agents';
import { type DragomanEvent, reduce } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { describe, expect, test } from 'vitest';
import { printLine } from '../line.js';
import { textWidth } from '../text/fit-text.js';
import type { Look } from './look.js';
import { renderConversation } from './render-conversation.js';

const bare = (_format: unknown, text: string) => text;

function shown(events: readonly DragomanEvent[], look: Look = {}): string[] {
  const { messages } = reduce(events, { agent: 'codex' });
  return Array.from(renderConversation(messages, look), (line) => printLine(line, bare));
}

describe('a conversation', () => {
  test('names who speaks, once for all that they say', () => {
    expect(
      shown([
        { type: 'message', role: 'user', content: 'Fix it.' },
        { type: 'reasoning', content: 'A look first.\nThen more.' },
        { type: 'message', role: 'assistant', content: 'Done.', id: 'm' },
      ]),
    ).toEqual([
      '',
      'you',
      '  Fix it.',
      '',
      'codex',
      '  ✻ A look first.',
      '    Then more.',
      '',
      '  Done.',
    ]);
  });

  test('shows the time, and the date when it changes', () => {
    const at = (day: number) => new Date(2026, 2, day, 14, 2).toISOString();
    const lines = shown([
      { type: 'message', role: 'user', content: 'a', ts: at(12) },
      { type: 'message', role: 'assistant', content: 'b', ts: at(12) },
      { type: 'message', role: 'user', content: 'c', ts: at(13) },
    ]);
    const headings = lines.filter((line) => /^\w/.test(line));
    expect(headings).toEqual(['you · 14:02', 'codex · 14:02', 'you · 2026-03-13 14:02']);
  });

  test('hides what nobody said, unless all is asked for', () => {
    const context = {
      type: 'message',
      role: 'user',
      content: '<environment/>',
      synthetic: 'environment_context',
    } as const;
    expect(shown([context])).toEqual([]);
    expect(shown([context], { all: true })).toEqual([
      '',
      'context: environment_context',
      '  <environment/>',
    ]);
  });

  test('sets a sub-agent apart', () => {
    const parent_tool_id = 'task';
    const said = {
      type: 'message',
      role: 'assistant',
      content: 'Looking.',
      parent_tool_id,
    } as const;
    expect(shown([said]).at(-1)).toBe('  │ Looking.');
  });

  test('shows what happened to it', () => {
    expect(
      shown([
        { type: 'error', message: 'Careful.', fatal: false },
        { type: 'compaction' },
        { type: 'turn', status: 'aborted', reason: 'interrupted' },
        { type: 'error', message: 'No key.', fatal: true },
      ]).filter((line) => line.startsWith('  ')),
    ).toEqual([
      '  ! Careful.',
      '  ⋯ The conversation so far was compacted',
      '  ■ Interrupted',
      '  ✗ No key.',
    ]);
  });
});

test('diffs, failures and thoughts have their colours', () => {
  const marked = (format: unknown, text: string) => `<${format}>${text}`;
  const { messages } = reduce([
    { type: 'reasoning', content: 'hm' },
    { type: 'tool_use', tool_id: 'c', tool_name: 'Edit', parameters: {}, kind: 'edit' },
    {
      type: 'tool_result',
      tool_id: 'c',
      status: 'success',
      changes: [{ path: 'a', kind: 'add', diff: '+x' }],
    },
    { type: 'error', message: 'oh', fatal: true },
  ]);
  const lines = Array.from(renderConversation(messages, {}), (line) => printLine(line, marked));
  expect(lines).toEqual(
    expect.arrayContaining([
      '  <dim>✻ <dim,italic>hm',
      '  <yellow>Add a (<green>+1)',
      '    <green>+x',
      '  <red>✗ <red>oh',
    ]),
  );
});

describe('of the recordings', () => {
  const saved = recordings().filter(({ view }) => view === 'saved');

  const load = async (path: string, agent: AgentName) =>
    (await agents[agent].interpreter.sessions.load(path)).messages;

  test.each(agentNames)('every session of %s is shown, at any width', async (name) => {
    for (const { path } of saved.filter(({ agent }) => agent === name)) {
      const messages = await load(path, name);
      for (const columns of [undefined, 80, 24]) {
        const lines = [...renderConversation(messages, { columns, all: true })];
        expect(lines.length > 2, path).toBe(messages.length > 0);
        const text = lines.map((line) => printLine(line, bare)).join('');
        expect(text, `no control character in ${path}`).not.toMatch(/[^\P{Cc}\t]/u);
      }
    }
  });

  test.each([
    ['codex', '0.58.0'],
    ['codex', '0.98.0'],
    ['codex', '0.166.0'],
    ['claude', '2.1'],
    ['gemini', '0.61'],
  ] as const)('the one of %s %s reads like all others', async (name, version) => {
    const multi = saved.find(
      ({ agent, version: own, scenario }) =>
        agent === name && own === version && scenario === 'multi',
    );
    const messages = await load(multi?.path ?? '', name);
    const lines = [...renderConversation(messages, { columns: 80 })];
    const text = lines.map((line) => printLine(line, bare).replace(/ · \d\d:\d\d$/, ''));
    expect(text.join('\n')).toBe(`
you
  do the multi scenario

${name}
  ✻ first

  Let me look.

  $ cat a.txt
    hi

  ✻ second

  $ echo two; exit 3
    two
    ✗ exit 3

  All done: a.txt says hi.`);
  });
});

test('names the sub-agents when several work at once', () => {
  const task = (id: string): DragomanEvent => ({
    type: 'tool_use',
    tool_id: id,
    tool_name: 'Task',
    parameters: { description: `Task ${id}`, prompt: `Task ${id}` },
    kind: 'task',
  });
  const said = (content: string, parent_tool_id: string): DragomanEvent => ({
    type: 'message',
    role: 'assistant',
    content,
    id: content,
    parent_tool_id,
  });
  const result = (tool_id: string): DragomanEvent => ({
    type: 'tool_result',
    tool_id,
    status: 'success',
  });
  const own = (lines: readonly string[]) => lines.filter((line) => line.includes('│'));
  expect(own(shown([task('1'), said('a', '1'), said('b', '1'), result('1')]))).toEqual([
    '  │ a',
    '  │ b',
  ]);
  const both = [task('1'), task('2'), said('a', '1'), said('b', '1'), said('c', '2')];
  expect(own(shown([...both, result('1'), result('2')]))).toEqual([
    '  │ Task 1',
    '  │ a',
    '  │ b',
    '  │ Task 2',
    '  │ c',
  ]);
});

test('lines of programs are cut to the columns, prose is wrapped', () => {
  const lines = shown(
    [
      {
        type: 'tool_use',
        tool_id: 'c',
        tool_name: 'Bash',
        parameters: { command: `echo ${'漢'.repeat(60)}` },
        kind: 'command',
      },
      { type: 'tool_result', tool_id: 'c', status: 'success', output: 'x'.repeat(100) },
      { type: 'message', role: 'assistant', content: 'word '.repeat(40) },
    ],
    { columns: 40 },
  );
  expect(lines.every((line) => textWidth(line) <= 40)).toBe(true);
  expect(lines.join(' ').match(/word/g)).toHaveLength(40);
});
