import { expect, test } from 'vitest';
import { say, use } from '../../test-inputs/event-makers.js';
import type { DragomanEvent } from '../event/dragoman-event.js';
import { createReducer, reduce } from './reducer.js';

const piece = (content: string, id?: string) => say(content, { delta: true, id });

function think(content: string, delta = false, id?: string): DragomanEvent {
  return { type: 'reasoning', content, delta, id };
}

function texts(events: readonly DragomanEvent[]): string[] {
  return reduce(events).messages.flatMap((message) =>
    message.content.map((block) => {
      if (block.type === 'text') return block.text;
      return block.type === 'thinking' ? `(${block.thinking})` : block.type;
    }),
  );
}

const call = use('c1');

test('joins the pieces of a text into one message', () => {
  expect(texts([piece('Hel'), piece('lo'), piece('.')])).toEqual(['Hello.']);
});

test('joins the pieces of a thought', () => {
  expect(texts([think('Hm', true), think('m.', true)])).toEqual(['(Hmm.)']);
});

test('closes the pieces with the whole text instead of saying it twice', () => {
  expect(texts([piece('Hello'), say('Hello'), piece('New')])).toEqual(['Hello', 'New']);
  expect(texts([piece('Hello'), say('Hello world')])).toEqual(['Hello world']);
  expect(texts([think('Hm', true), think('Hmm.')])).toEqual(['(Hmm.)']);
});

test('takes a whole text without an id for another text, unless it begins with the pieces', () => {
  const pieces = [piece('I will '), piece('list. ')];
  expect(texts([...pieces, say('I will list.')])).toEqual(['I will list. ', 'I will list.']);
  expect(texts([piece('\nHello'), say('Hello')])).toEqual(['\nHello', 'Hello']);
  expect(texts([piece('a\r\nb'), say('a\nb')])).toEqual(['a\r\nb', 'a\nb']);
});

test('keeps a whole text that is another text', () => {
  expect(texts([piece('Hello'), say('!'), say('!')])).toEqual(['Hello', '!', '!']);
});

test('begins a new text after a tool call, a request, a plan, a thought or another speaker', () => {
  const asks: DragomanEvent = { type: 'tool_request', requestId: 'r', tool_name: 'ask', input: {} };
  expect(texts([piece('a'), asks, piece('b')])).toEqual(['a', 'b']);
  expect(texts([piece('a'), { type: 'plan', items: [] }, piece('b')])).toEqual([
    'a',
    'tool_use',
    'b',
  ]);
  expect(texts([piece('a'), call, piece('b')])).toEqual(['a', 'tool_use', 'b']);
  expect(texts([piece('a'), think('t', true), piece('b')])).toEqual(['a', '(t)', 'b']);
  expect(texts([piece('a'), say('u', { role: 'user' }), piece('b')])).toEqual(['a', 'u', 'b']);
});

test('does not cut a text at what a running tool says, at a warning or at diagnostics', () => {
  const between: DragomanEvent[] = [
    { type: 'tool_output', tool_id: 'c1', content: 'x' },
    { type: 'tool_result', tool_id: 'c1', status: 'success', output: 'x' },
    { type: 'stderr', content: 'x' },
    { type: 'ping' },
    { type: 'error', message: 'slow', fatal: false },
  ];
  for (const event of between) {
    expect(
      texts([call, piece('a'), event, piece('b')]).filter((text) => text === 'ab'),
    ).toHaveLength(1);
  }
});

test('finds the text of a piece by its id, also when texts interleave', () => {
  const events = [
    piece('a', '1'),
    piece('x', '2'),
    think('t', true),
    piece('b', '1'),
    call,
    piece('y', '2'),
  ];
  expect(texts(events)).toEqual(['ab', 'xy', '(t)', 'tool_use']);
});

test('closes the text of the same id, wherever it is', () => {
  const events = [piece('a', '1'), piece('x', '2'), say('ab', { id: '1' }), say('xy', { id: '2' })];
  expect(texts(events)).toEqual(['ab', 'xy']);
});

test('keeps what a sub-agent says apart from its parent', () => {
  const sub = (content: string) => say(content, { delta: true, parent_tool_id: 'c1' });
  const { messages } = reduce([piece('a'), sub('x'), piece('b'), sub('y')]);
  expect(messages.map((message) => [message.parentToolUseId, message.content])).toEqual([
    [undefined, [{ type: 'text', text: 'ab' }]],
    ['c1', [{ type: 'text', text: 'xy' }]],
  ]);
});

test('makes no message of nothing', () => {
  expect(texts([piece(''), say(''), think(''), think('', true)])).toEqual([]);
  expect(texts([piece('a'), say(''), piece('b')])).toEqual(['a', 'b']);
});

test.each<[string, DragomanEvent[]]>([
  ['in pieces', [think('abc', true)]],
  ['in pieces that have the id', [think('abc', true, 'm')]],
  ['whole', [think('abc')]],
])('keeps the seal that comes with an empty piece, for words that follow %s', (_name, words) => {
  const id = words[0]?.type === 'reasoning' ? words[0].id : undefined;
  const seal: DragomanEvent = { type: 'reasoning', content: '', delta: true, signature: 's', id };
  const sealed = [{ type: 'thinking', thinking: 'abc', signature: 's' }];
  expect(reduce([seal, ...words]).messages).toMatchObject([{ content: sealed }]);
  expect(reduce([piece('a'), seal, ...words]).messages).toMatchObject([{}, { content: sealed }]);
});

test('is not cut by an empty piece of another speaker', () => {
  expect(texts([piece('a'), think('', true), piece('b')])).toEqual(['ab']);
});

test('names the model that the whole text names', () => {
  const whole = say('Hello', { model: 'm2' });
  expect(reduce([piece('He'), whole]).messages).toMatchObject([{ model: 'm2' }]);
  expect(
    reduce([{ type: 'init', modelId: 'm1' }, piece('He'), whole, say('b')]).messages,
  ).toMatchObject([{ model: 'm2' }, { model: 'm1' }]);
});

test('ends every text with the turn', () => {
  expect(texts([piece('a', '1'), { type: 'turn', status: 'completed' }, piece('b', '1')])).toEqual([
    'a',
    'b',
  ]);
});

test('carries images, slash commands, the seal of a thought and the mark of a synthetic message', () => {
  const source = { type: 'url' as const, url: 'https://example.com/a.png' };
  const { messages } = reduce([
    say('look', { role: 'user', images: [source] }),
    say('', { role: 'user', slash_command: { command: '/clear', args: 'a\nb' } }),
    say('<environment_context>', { role: 'user', synthetic: 'environment_context' }),
    { type: 'reasoning', content: 'Hm', signature: 'seal' },
    say('done', { model: 'm2', stop_reason: 'end_turn', id: 'msg_1' }),
  ]);
  expect(messages).toMatchObject([
    { content: [{ type: 'text' }, { type: 'image', source }] },
    { content: [{ type: 'slash_command', command: '/clear', args: 'a\nb' }] },
    { synthetic: 'environment_context' },
    { content: [{ type: 'thinking', thinking: 'Hm', signature: 'seal' }] },
    { id: 'msg_1', model: 'm2', stopReason: 'end_turn' },
  ]);
});

test.each<[string, string[], string]>([
  ['without the leading space', ['\n\nHel', 'lo'], 'Hello'],
  ['corrected', ['Helo'], 'Hello'],
  ['with other line ends', ['a\r\n', 'b'], 'a\nb'],
  ['shorter', ['Hello, wor'], 'Hello'],
])('takes the whole text under the id of the pieces, %s', (_name, pieces, whole) => {
  expect(texts([...pieces.map((content) => piece(content, 'm')), say(whole, { id: 'm' })])).toEqual(
    [whole],
  );
});

test('keeps a thought and a text under one id apart', () => {
  const events = [
    think('t', true, 'm'),
    piece('a', 'm'),
    think('T', false, 'm'),
    say('A', { id: 'm' }),
  ];
  expect(texts(events)).toEqual(['(T)', 'A']);
});

test('takes a whole text without an id for another text once something came in between', () => {
  expect(texts([piece('I look.'), call, say('I look.')])).toEqual([
    'I look.',
    'tool_use',
    'I look.',
  ]);
  expect(texts([think('Hm', true), piece('a'), think('Hmm.')])).toEqual(['(Hm)', 'a', '(Hmm.)']);
  expect(texts([piece('Done'), call, say('Done with the tests.')])).toEqual([
    'Done',
    'tool_use',
    'Done with the tests.',
  ]);
  expect(texts([piece('Done'), say('Done with the tests.')])).toEqual(['Done with the tests.']);
});

test('finds the pieces of a whole text by its id, in whichever order they come', () => {
  const pieces = [
    think('th', true, 't'),
    think('ink', true, 't'),
    piece('sa', 'm'),
    piece('y', 'm'),
  ];
  const wholes = [think(' think\n', false, 't'), say('say!', { id: 'm' })];
  expect(texts([...pieces, call, ...wholes])).toEqual(['( think\n)', 'say!', 'tool_use']);
  expect(texts([...pieces, call, ...wholes.toReversed()])).toEqual([
    '( think\n)',
    'say!',
    'tool_use',
  ]);
});

test('lets a text that says so replace its pieces', () => {
  const corrected = say('Hello', { id: 'm', delta: false, replaces: true });
  expect(texts([piece('Helo', 'm'), call, corrected])).toEqual(['Hello', 'tool_use']);
  expect(texts([corrected])).toEqual(['Hello']);
});

test('goes on with a text while the whole of an earlier one comes', () => {
  const events = [
    think('hm', true, 't'),
    piece('sa', 'm'),
    think('hm!', false, 't'),
    piece('y', 'm'),
  ];
  expect(texts(events)).toEqual(['(hm!)', 'say']);
  expect(texts([...events, piece('.')])).toEqual(['(hm!)', 'say.']);
});

test('continues the text of the last piece, whichever it was, without an id', () => {
  const events = [piece('a', '1'), piece('x', '2'), piece('b', '1'), piece('c')];
  expect(texts(events)).toEqual(['abc', 'x']);
});

test('takes texts of two ids for two, even if they say the same', () => {
  expect(texts([piece('a', '1'), say('a', { id: '2' })])).toEqual(['a', 'a']);
  expect(texts([piece('a'), say('a', { id: '2' })])).toEqual(['a', 'a']);
});

test('does not let a blank piece of long ago take in a text', () => {
  expect(texts([piece('\n'), say('Hello')])).toEqual(['\n', 'Hello']);
  expect(texts([piece('\n'), call, say('Hello')])).toEqual(['\n', 'tool_use', 'Hello']);
});

test('matches whole texts in constant time, however many pieces never had one', () => {
  const events = Array.from({ length: 20_000 }, (_, index) => [
    piece(`piece ${index}`),
    use(`${index}`),
    say(`whole ${index}`),
  ]).flat();
  const started = performance.now();
  expect(reduce(events).messages).toHaveLength(60_000);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test.each<[string, (index: number) => string]>([
  ['otherwise', (index) => `x${index}`],
  ['like it', (index) => `word ${index}`],
])(
  'takes no longer for the wholes between the pieces of a long text that begin %s',
  (_name, whole) => {
    const reducer = createReducer();
    const words = 'word '.repeat(400);
    const started = performance.now();
    for (let index = 0; index < 5000; index++) {
      reducer.push(piece(words, 'm'));
      reducer.push(say(whole(index)));
    }
    expect(reducer.snapshot().messages).toHaveLength(5001);
    expect(performance.now() - started).toBeLessThan(5000);
  },
);

const url = (name: string) => ({ type: 'url' as const, url: name });
const blocks = (...events: DragomanEvent[]) =>
  reduce(events).messages.map(({ content }) => content);

test('keeps what belongs to the pieces of a text', () => {
  expect(
    blocks(
      say('Hel', { delta: true, images: [url('a')] }),
      say('lo', { delta: true, images: [url('b')], slash_command: { command: '/x' } }),
    ),
  ).toEqual([
    [
      { type: 'slash_command', command: '/x' },
      { type: 'text', text: 'Hello' },
      { type: 'image', source: url('a') },
      { type: 'image', source: url('b') },
    ],
  ]);
});

test('replaces pieces in text and images, as far as the whole has any', () => {
  const first = say('Helo', { delta: true, id: 'm', images: [url('a')] });
  expect(blocks(first, say('', { id: 'm' }))[0]).toHaveLength(2);
  expect(blocks(first, say('Hello', { id: 'm', images: [url('b')] }))).toEqual([
    [
      { type: 'text', text: 'Hello' },
      { type: 'image', source: url('b') },
    ],
  ]);
});

test('keeps the seal of a thought, whichever piece brings it', () => {
  const seal: DragomanEvent = { type: 'reasoning', content: 'Hm', delta: true, signature: 'seal' };
  expect(blocks(seal, think('m.', true))).toEqual([
    [{ type: 'thinking', thinking: 'Hmm.', signature: 'seal' }],
  ]);
});

test('takes what only the whole knows from a last, empty piece', () => {
  const last = say('', { delta: true, id: 'm', model: 'm2', stop_reason: 'end_turn' });
  expect(reduce([piece('Hi', 'm'), last]).messages).toMatchObject([
    { content: [{ type: 'text', text: 'Hi' }], model: 'm2', stopReason: 'end_turn' },
  ]);
});

test('takes 300,000 images in one event', () => {
  const images = Array.from({ length: 300_000 }, () => url(''));
  const pieces = [piece('', 'm'), say('a', { delta: true, id: 'm', images })];
  expect(blocks(...pieces)[0]).toHaveLength(300_001);
  expect(blocks(...pieces, say('ab', { id: 'm', images }))[0]).toHaveLength(300_001);
});

test('replaces a text as often as it is said, by nothing at all, too', () => {
  const replaced = (content: string) => say(content, { id: 'a', replaces: true });
  expect(texts([piece('1', 'a'), replaced('2'), replaced('3'), piece('4', 'a')])).toEqual(['34']);
  expect(texts([piece('1', 'a'), replaced(''), say('n')])).toEqual(['n']);
  expect(reduce([piece('1', 'a'), replaced('')]).messages).toEqual([]);
});
