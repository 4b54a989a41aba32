import { agents } from '@dragoman/agents';
import { type DragomanEvent, reduce } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { describe, expect, test } from 'vitest';
import { textWidth } from '../text/text-width.js';
import { printLine } from './line.js';
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

  test('tells the time, and the date where that changes', () => {
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
  const saved = recordings().filter(({ agent, view }) => agent === 'codex' && view === 'saved');

  test('every session is shown, at any width, without a control character', async () => {
    for (const { path } of saved) {
      const { messages } = (await agents.codex.interpreter?.sessions.load(path)) ?? {
        messages: [],
      };
      expect(messages.length, path).toBeGreaterThan(0);
      for (const columns of [undefined, 80, 24]) {
        const lines = [...renderConversation(messages, { columns, all: true })];
        expect(lines.length, path).toBeGreaterThan(2);
        const text = lines.map((line) => printLine(line, bare)).join('');
        expect(text, path).not.toMatch(/[^\P{Cc}\t]/u);
      }
    }
  });

  test.each(['0.58.0', '0.98.0', '0.166.0'])(
    'the one of %s reads like a conversation',
    async (version) => {
      const multi = saved.find((one) => one.version === version && one.scenario === 'multi');
      const loaded = await agents.codex.interpreter?.sessions.load(multi?.path ?? '');
      const lines = [...renderConversation(loaded?.messages ?? [], { columns: 80 })];
      const text = lines.map((line) => printLine(line, bare).replace(/ · \d\d:\d\d$/, ''));
      expect(text.join('\n')).toBe(`
you
  do the multi scenario

codex
  ✻ first

  Let me look.

  $ cat a.txt
    hi

  ✻ second

  $ echo two; exit 3
    two
    ✗ exit 3

  All done: a.txt says hi.`);
    },
  );
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
