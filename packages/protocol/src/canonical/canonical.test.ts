import { describe, expect, test } from 'vitest';
import { result, say, use } from '../../test-inputs/event-makers.js';
import type { DragomanEvent } from '../event/dragoman-event.js';
import type { ToolUseBlock, UnifiedContent } from '../message/content-block.js';
import type { UnifiedMessage } from '../message/unified-message.js';
import { reduce } from '../reduce/reducer.js';
import { canonical } from './canonical.js';

const view = (...events: DragomanEvent[]) => canonical(reduce(events));

function message(role: UnifiedMessage['role'], ...content: UnifiedContent[]): UnifiedMessage {
  return {
    id: role,
    role,
    content,
    timestamp: 0,
    timestampSource: 'received',
    source: 'saved',
    tool: 'claude',
  };
}

test('keeps what two views of a session must agree on', () => {
  const events: DragomanEvent[] = [
    { type: 'reasoning', content: 'Hm.' },
    say('I will list. '),
    use('a', { parameters: { timeout: 1, command: 'ls' } }),
    result('a', 'x\n', { status: 'error', exit_code: 2 }),
    { type: 'turn', status: 'failed', error: { message: 'boom' } },
  ];
  expect(view(...events)).toEqual([
    { role: 'assistant', kind: 'thinking', text: 'Hm.' },
    { role: 'assistant', kind: 'text', text: 'I will list.' },
    {
      role: 'assistant',
      kind: 'tool',
      name: 'Bash',
      input: '{"command":"ls","timeout":1}',
      result: { text: 'x', status: 'error', exitCode: 2 },
    },
    { role: 'system', kind: 'notice', notice: 'error', text: 'boom' },
  ]);
});

describe('two views are equal', () => {
  test('whatever their ids, times, usage, session and diagnostics', () => {
    const live = view(
      say('a', { id: 'm1', seq: 1, ts: '2026-01-01T00:00:00Z' }),
      use('item_1'),
      result('item_1', 'x'),
    );
    const saved = view(
      { type: 'init', session_id: 's' },
      say('a', { ts: '2025-01-01T00:00:00Z' }),
      { type: 'usage', input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      { type: 'raw', native: {} },
      use('call_9', { parameters: { command: 'item_1' } }),
      { type: 'tool_output', tool_id: 'call_9', content: 'x' },
      result('call_9', 'x'),
    );
    expect(saved).toEqual(live);
  });

  test('whether or not they repeat the prompt and the synthetic messages', () => {
    const saved = view(
      say('<environment_context>', { role: 'user', synthetic: 'environment_context' }),
      say('fix it', { role: 'user' }),
      { type: 'error', message: 'odd setting', fatal: false },
      say('Done.'),
      say('reminder', { role: 'user', synthetic: 'reminder' }),
    );
    expect(saved).toEqual(
      view({ type: 'error', message: 'odd setting', fatal: false }, say('Done.')),
    );
  });

  test('whether or not they have texts of nothing but space', () => {
    const blanks = [
      say('\n'),
      say('  ', { delta: true }),
      { type: 'reasoning' as const, content: ' ' },
    ];
    expect(view(say('a'), ...blanks, say('b'))).toEqual(view(say('a'), say('b')));
    const prompt = say('fix it', { role: 'user' });
    expect(view(...blanks, prompt, say('b'))).toEqual(view(say('b')));
  });

  test('whichever order parallel results come in', () => {
    const forwards = view(use('a'), use('b'), result('a', '1'), result('b', '2'));
    expect(view(use('a'), use('b'), result('b', '2'), result('a', '1'))).toEqual(forwards);
    expect(view(use('a'), result('a', '1'), use('b'), result('b', '2'))).toEqual(forwards);
  });

  test('when one has results in separate messages, said by the user', () => {
    const call: ToolUseBlock = { type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'a' } };
    const messages = [
      message('assistant', { type: 'text', text: 'I look.' }, call),
      message('user', {
        type: 'tool_result',
        tool_use_id: 'a',
        content: [{ type: 'text', text: '1' }],
      }),
    ];
    expect(canonical(messages)).toEqual(view(say('I look.'), use('a'), result('a', '1')));
  });

  test('however the steps of a sub-agent and its parent interleave', () => {
    const inSub = { parent_tool_id: 'a' };
    const live = view(
      use('a'),
      use('x', inSub),
      say('main'),
      result('x', '1', inSub),
      say('sub', inSub),
      result('a', '2'),
    );
    const saved = view(
      use('a'),
      result('a', '2'),
      say('main'),
      use('x', inSub),
      result('x', '1', inSub),
      say('sub', inSub),
    );
    expect(live).toEqual(saved);
    expect(live.map((block) => [block.kind, block.parent])).toEqual([
      ['tool', undefined],
      ['text', undefined],
      ['tool', 0],
      ['text', 0],
    ]);
  });
});

describe('two views differ', () => {
  test.each<[string, DragomanEvent[], DragomanEvent[]]>([
    ['in a word', [say('a')], [say('b')]],
    ['in the number of texts', [say('a'), say('b')], [say('ab')]],
    ['in who spoke', [say('a'), say('b')], [say('a'), say('b', { role: 'user' })]],
    ['in a thought taken for a text', [say('a')], [{ type: 'reasoning', content: 'a' }]],
    ['in an input', [use('a')], [use('a', { parameters: { command: 'b' } })]],
    ['in a tool', [use('a')], [use('a', { tool_name: 'Read' })]],
    ['in a result', [use('a'), result('a', '1')], [use('a'), result('a', '2')]],
    [
      'in how a call went',
      [use('a'), result('a', '1')],
      [use('a'), result('a', '1', { status: 'error' })],
    ],
    ['in whether a call was answered', [use('a'), result('a', '')], [use('a')]],
    [
      'in a second result',
      [use('a'), result('a', '1'), result('a', '1')],
      [use('a'), result('a', '1')],
    ],
    [
      'in an exit code',
      [use('a'), result('a', '1', { exit_code: 0 })],
      [use('a'), result('a', '1', { exit_code: 3 })],
    ],
    ['in a later request', [say('a'), say('next', { role: 'user' })], [say('a')]],
    ['in the depth of a step', [use('a'), say('x', { parent_tool_id: 'a' })], [use('a'), say('x')]],
  ])('%s', (_name, left, right) => {
    expect(view(...left)).not.toEqual(view(...right));
  });
});

describe('an id that two turns share', () => {
  const turns: DragomanEvent[] = [{ type: 'end', status: 'success' }, { type: 'init' }];
  const bySubAgent = (content: string) => say(content, { parent_tool_id: 't' });

  test('has the steps of each sub-agent under its own call', () => {
    const blocks = view(
      use('t'),
      bySubAgent('one'),
      result('t', '1'),
      ...turns,
      bySubAgent('one, late'),
      use('t'),
      bySubAgent('two'),
      result('t', '2'),
    );
    expect(blocks).toMatchObject([
      { kind: 'tool', result: { text: '1' } },
      { kind: 'tool', result: { text: '2' } },
      { text: 'one', parent: 0 },
      { text: 'one, late', parent: 0 },
      { text: 'two', parent: 1 },
    ]);
  });

  test('gives no result of one turn to a call of the other', () => {
    expect(view(result('t', 'lost'), ...turns, use('t'))).toMatchObject([
      { kind: 'orphan_result' },
      { kind: 'tool' },
    ]);
    const blocks = view(use('t'), ...turns, use('t'), result('t', 'r'), result('t', 'again'));
    expect(blocks.map((block) => [block.kind, 'result' in block && block.result?.text])).toEqual([
      ['tool', false],
      ['tool', 'r'],
      ['orphan_result', 'again'],
    ]);
  });
});

test('finds the call of a sub-agent that comes first', () => {
  const inSub = { parent_tool_id: 'a' };
  expect(view(say('x', inSub), use('a'), say('y', inSub))).toMatchObject([
    { kind: 'tool' },
    { text: 'x', parent: 0 },
    { text: 'y', parent: 0 },
  ]);
});

test('keeps calls that started each other', () => {
  expect(view(use('a', { parent_tool_id: 'a' }))).toMatchObject([{ kind: 'tool', parent: -1 }]);
  const circle = view(use('a', { parent_tool_id: 'b' }), use('b', { parent_tool_id: 'a' }));
  expect(circle.map((block) => block.parent)).toEqual([-1, 0]);
});

test('keeps the steps of a sub-agent whose call is not in the view', () => {
  expect(view(say('x', { parent_tool_id: 'gone' }))).toEqual([
    { role: 'assistant', kind: 'text', text: 'x', parent: -1 },
  ]);
});

test('compares images by what they show', () => {
  const image = (data: string) =>
    say('', { images: [{ type: 'base64', data, media_type: 'image/png' }] });
  expect(view(image('AAAA'))).toEqual(view(image('AAAA')));
  expect(view(image('AAAA'))).not.toEqual(view(image('AAAB')));
});

test('takes sub-agents nested 50,000 deep and inputs nested 100,000 deep', () => {
  const events = Array.from({ length: 50_000 }, (_, depth) =>
    use(`${depth}`, depth === 0 ? {} : { parent_tool_id: `${depth - 1}` }),
  );
  expect(view(...events)).toHaveLength(50_000);
  const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  expect(view(use('a', { parameters: deep }))).toHaveLength(1);
});

test('says that a result is only a part of what the tool gave back', () => {
  expect(view(use('a'), result('a', 'x', { truncated: true }))).toMatchObject([
    { result: { text: 'x', status: 'success', truncated: true } },
  ]);
  expect(view(use('a'), result('a', 'x'))[0]).not.toHaveProperty('result.truncated');
});
