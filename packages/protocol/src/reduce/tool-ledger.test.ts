import { describe, expect, test } from 'vitest';
import { result, say, use } from '../../test-inputs/event-makers.js';
import type { DragomanEvent } from '../event/dragoman-event.js';
import type { ToolOutputEvent, ToolResultEvent } from '../event/tool-events.js';
import { unifiedMessage } from '../message/unified-message.js';
import { reduce } from './reducer.js';

const output = (id: string, content: string): ToolOutputEvent => ({
  type: 'tool_output',
  tool_id: id,
  content,
});

/** Each message in a few words: `use a + result a "x"`. */
function outline(events: readonly DragomanEvent[]): string[] {
  return reduce(events).messages.map(({ content }) =>
    content
      .map((block) => {
        if (block.type === 'tool_use') return `use ${block.id}`;
        if (block.type !== 'tool_result') return block.type;
        const kind = block.preliminary === true ? 'preliminary' : 'result';
        return `${kind} ${block.tool_use_id} ${JSON.stringify(block.content)}`;
      })
      .join(' + '),
  );
}

test('a call and its result are one message with two blocks', () => {
  const { messages, unanswered } = reduce([
    use('a'),
    result('a', 'x', { exit_code: 0, duration_ms: 5 }),
  ]);
  expect(messages).toMatchObject([
    {
      id: 'a',
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'a' } },
        {
          type: 'tool_result',
          tool_use_id: 'a',
          content: 'x',
          is_error: false,
          status: 'success',
          exit_code: 0,
          duration_ms: 5,
        },
      ],
    },
  ]);
  expect(unanswered).toEqual([]);
  expect(unifiedMessage.safeParse(messages[0]).success).toBe(true);
});

test('parallel calls keep the order of the calls, whatever order the results come in', () => {
  expect(
    outline([use('a'), use('b'), use('c'), result('c', 'z'), result('a', 'x'), result('b', 'y')]),
  ).toEqual(['use a + result a "x"', 'use b + result b "y"', 'use c + result c "z"']);
});

test('a result that comes before its call finds it', () => {
  const events = [result('a', 'x'), use('a')];
  expect(outline(events)).toEqual(['use a + result a "x"']);
  expect(reduce(events)).toMatchObject({ orphanResults: [], unanswered: [] });
});

test('a result without a call is kept, and named', () => {
  expect(outline([result('a', 'x')])).toEqual(['result a "x"']);
  expect(reduce([result('a', 'x')]).orphanResults).toEqual(['a']);
});

test('a call without a result is named', () => {
  expect(reduce([use('a'), use('b'), use('c'), result('b')]).unanswered).toEqual(['a', 'c']);
});

test('what a running tool prints is shown until its result replaces it', () => {
  const running = [use('a'), output('a', 'x'), output('a', 'y')];
  expect(outline(running)).toEqual(['use a + preliminary a "xy"']);
  expect(reduce(running).unanswered).toEqual(['a']);
  expect(outline([...running, result('a', 'final')])).toEqual(['use a + result a "final"']);
});

test('a second result does not replace the first, and is not lost', () => {
  const events = [use('a'), result('a', 'x'), result('a', 'y')];
  expect(outline(events)).toEqual(['use a + result a "x"', 'result a "y"']);
  expect(reduce(events).orphanResults).toEqual(['a']);
  expect(new Set(reduce(events).messages.map((message) => message.id)).size).toBe(2);
});

test('output that comes after the result is not lost either', () => {
  expect(outline([use('a'), result('a', 'x'), output('a', 'late')])).toEqual([
    'use a + result a "x"',
    'preliminary a "late"',
  ]);
});

test('the same id again before the result is a fuller view of the call', () => {
  const [message] = reduce([
    use('a', { tool_name: 'WebSearch', parameters: { query: '' }, partial: true }),
    use('a', { tool_name: 'WebSearch', parameters: { query: 'otters' } }),
  ]).messages;
  expect(message?.content).toEqual([
    { type: 'tool_use', id: 'a', name: 'WebSearch', input: { query: 'otters' } },
  ]);
});

test('the same id again after the result is another call', () => {
  expect(outline([use('a'), result('a', 'x'), use('a'), result('a', 'y')])).toEqual([
    'use a + result a "x"',
    'use a + result a "y"',
  ]);
});

test('the calls of a sub-agent pair within it', () => {
  const inSub = { parent_tool_id: 'task' };
  const { messages } = reduce([
    use('a'),
    use('a', inSub),
    result('a', 'sub', inSub),
    result('a', 'main'),
  ]);
  expect(messages.map((message) => [message.parentToolUseId, message.content[1]])).toMatchObject([
    [undefined, { content: 'main' }],
    ['task', { content: 'sub' }],
  ]);
  expect(messages[0]?.id).not.toBe(messages[1]?.id);
});

test.each<[Partial<ToolResultEvent>, object]>([
  [
    { status: 'error', exit_code: 1 },
    { is_error: true, status: 'error', exit_code: 1 },
  ],
  [
    { status: 'error', error: { type: 'denied', message: 'no' } },
    { is_error: true, status: 'denied', content: 'no' },
  ],
  [
    { status: 'error', error: { type: 'cancelled', message: '' } },
    { is_error: true, status: 'cancelled' },
  ],
  [{ output: '' }, { is_error: false, content: '' }],
  [
    { changes: [{ path: 'a', kind: 'add' }], truncated: true },
    { changes: [{ path: 'a', kind: 'add' }], truncated: true },
  ],
  [{ output: [{ type: 'text', text: 'x' }] }, { content: [{ type: 'text', text: 'x' }] }],
])('case %#: the result says how it went', (rest, expected) => {
  const [message] = reduce([use('a'), result('a', undefined, rest)]).messages;
  expect(message?.content[1]).toMatchObject(expected);
});

test('the native form of a call stays with it', () => {
  const [message] = reduce([
    use('a', { native_name: 'exec_command', native_parameters: { cmd: 'a' } }),
  ]).messages;
  expect(message?.content[0]).toMatchObject({
    native: { name: 'exec_command', input: { cmd: 'a' } },
  });
});

describe('calls of several turns', () => {
  const started: DragomanEvent = { type: 'turn', status: 'started' };
  const end: DragomanEvent = { type: 'end', status: 'canceled' };
  const sleeping = use('item_1', { parameters: { command: 'sleep 99' } });
  const listing = use('item_1', { parameters: { command: 'ls' } });
  const commands = (events: readonly DragomanEvent[]) =>
    reduce(events).messages.flatMap(({ content }) => {
      const [first, second] = content;
      return first?.type === 'tool_use' ? [[first.input.command, second?.type]] : [];
    });

  test.each<[string, DragomanEvent[]]>([
    [
      'aborted, ended and begun anew',
      [{ type: 'turn', status: 'aborted' }, end, { type: 'init' }, started],
    ],
    ['begun anew', [started]],
    ['ended', [end]],
    ['ended and introduced', [end, { type: 'init' }]],
  ])('an unanswered call stays when the same id comes in a turn that was %s', (_name, between) => {
    const events = [started, sleeping, ...between, listing, result('item_1', 'a')];
    expect(commands(events)).toEqual([
      ['sleep 99', undefined],
      ['ls', 'tool_result'],
    ]);
    expect(reduce(events)).toMatchObject({ unanswered: ['item_1'], orphanResults: [] });
  });

  test('an init in mid-turn parts nothing', () => {
    const fuller = use('item_1', { parameters: { command: 'sleep 9' } });
    expect(commands([started, sleeping, { type: 'init' }, fuller])).toEqual([
      ['sleep 9', undefined],
    ]);
  });

  test('an answer that comes in the next turn still finds its call', () => {
    const events = [started, sleeping, end, { type: 'init' as const }, result('item_1', 'a')];
    expect(commands(events)).toEqual([['sleep 99', 'tool_result']]);
    expect(reduce(events)).toMatchObject({ unanswered: [], orphanResults: [] });
  });

  test('the first start of a turn parts nothing', () => {
    const fuller = use('item_1', { parameters: { command: 'sleep 9' } });
    expect(commands([sleeping, started, fuller])).toEqual([['sleep 9', undefined]]);
  });

  test.each<[string, DragomanEvent[]]>([
    ['answered', [use('item_1'), result('item_1', 'x')]],
    ['answered twice', [use('item_1'), result('item_1', 'x'), result('item_1', 'y')]],
    ['answered and still printing', [use('item_1'), result('item_1'), output('item_1', 'late')]],
    ['never made', [output('item_1', 'lost')]],
  ])('a result before its call finds it, although the turn before had one %s', (_name, before) => {
    const events = [...before, end, { type: 'init' as const }, result('item_1', 'b'), listing];
    expect(outline(events).at(-1)).toBe('use item_1 + result item_1 "b"');
    expect(reduce(events).unanswered).toEqual([]);
  });

  test('a result without a call does not go to a call of the next turn', () => {
    const events = [result('item_1', 'lost'), end, listing];
    expect(commands(events)).toEqual([['ls', undefined]]);
    expect(reduce(events)).toMatchObject({ unanswered: ['item_1'], orphanResults: ['item_1'] });
  });
});

test('output that comes after the result never becomes part of the next call with its id', () => {
  const events = [
    use('c'),
    result('c', '1'),
    output('c', 'la'),
    output('c', 'te'),
    say('between'),
    use('c'),
    result('c', '2'),
  ];
  expect(outline(events)).toEqual([
    'use c + result c "1"',
    'preliminary c "late"',
    'text',
    'use c + result c "2"',
  ]);
});
