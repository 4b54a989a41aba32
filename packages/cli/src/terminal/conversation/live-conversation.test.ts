import { type DragomanEvent, reduce } from '@dragoman/protocol';
import { describe, expect, test } from 'vitest';
import { textOf } from '../line.js';
import { createLiveConversation } from './live-conversation.js';
import type { Look } from './look.js';
import { renderConversation } from './render-conversation.js';

const INIT: DragomanEvent = { type: 'init', agent: 'codex' };
const END: DragomanEvent = { type: 'end', status: 'success' };
const say = (content: string, rest = {}): DragomanEvent => ({
  type: 'message',
  role: 'assistant',
  content,
  delta: false,
  ...rest,
});
const piece = (content: string): DragomanEvent => say(content, { delta: true });
const run = (tool_id: string, command: string): DragomanEvent => ({
  ...{ type: 'tool_use', tool_id, tool_name: 'Bash', parameters: { command }, kind: 'command' },
});
const result = (tool_id: string, output: string, rest = {}): DragomanEvent => ({
  type: 'tool_result',
  tool_id,
  status: 'success',
  output,
  ...rest,
});

/** What each event gives to read. */
function shown(events: readonly DragomanEvent[], look: Look = {}): string[][] {
  const live = createLiveConversation(look);
  return events.map((event) => live.push(event).map(textOf));
}

describe('a conversation while it is held', () => {
  test('shows a call when it is made, and its result when it comes', () => {
    expect(shown([INIT, run('1', 'npm test'), result('1', 'ok\n'), say('Done.'), END])).toEqual([
      [],
      ['', 'codex', '  $ npm test'],
      ['    ok'],
      ['', '  Done.'],
      [],
    ]);
  });

  test('shows text in pieces line by line, and not again when the whole follows', () => {
    const events = [INIT, piece('One\nTw'), piece('o\nThr'), piece('ee'), say('One\nTwo\nThree')];
    expect(shown(events)).toEqual([[], ['', 'codex', '  One'], ['  Two'], [], ['  Three']]);
  });

  test('shows a short thought before the answer that follows it, in pieces as well', () => {
    const thought: DragomanEvent = { type: 'reasoning', content: 'hmm', id: 't', delta: true };
    const text = (content: string) => say(content, { id: 'a', delta: true });
    const events = [
      INIT,
      thought,
      { ...thought, content: '' },
      text('one\ntwo\n'),
      text('three'),
      END,
    ];
    const whole = [...renderConversation(reduce(events).messages, {})].map(textOf);
    expect(shown(events).flat()).toEqual(whole);
    expect(whole.join('\n')).toMatch(/hmm.*one/s);
  });

  test('wraps a text while it is written as it would wrap it whole', () => {
    const words =
      'the quick brown fox jumps over the lazy dog and runs away from all of them '.repeat(5);
    const pieces = words.match(/.{1,7}/gs) ?? [];
    const look = { columns: 40 };
    const events = [INIT, ...pieces.map(piece), END];
    const whole = [...renderConversation(reduce(events).messages, look)].map(textOf);
    const live = shown(events, look);
    expect(live.flat()).toEqual(whole);
    expect(live.slice(0, -1).flat().length).toBeGreaterThan(5);
  });

  test('names a call again when its result comes after something else', () => {
    const events = [INIT, run('1', 'slow'), run('2', 'quick'), result('2', 'b'), result('1', 'a')];
    expect(shown(events)).toEqual([
      [],
      ['', 'codex', '  $ slow'],
      ['  $ quick'],
      ['    b'],
      ['', '  $ slow', '    a'],
    ]);
  });

  test('leaves room after an output, but none between calls without one', () => {
    const events = [INIT, run('1', 'true'), result('1', ''), run('2', 'ls'), result('2', 'a')];
    expect(shown([...events, run('3', 'true'), result('3', '')]).flat()).toEqual([
      ...['', 'codex', '  $ true', '  $ ls', '    a', '', '  $ true'],
    ]);
  });

  test('waits for the result of an edit, which says what has changed', () => {
    const edit: DragomanEvent = {
      type: 'tool_use',
      tool_id: '1',
      tool_name: 'Edit',
      kind: 'edit',
      parameters: { changes: [{ path: 'a.txt', kind: 'update' }] },
    };
    const changes = [{ path: 'a.txt', kind: 'update', diff: '-hi\n+ho\n' }];
    expect(shown([INIT, edit, result('1', '', { changes })])).toEqual([
      [],
      [],
      ['', 'codex', '  Edit a.txt (+1 −1)', '    -hi', '    +ho'],
    ]);
  });

  test('says at the end what never got a result', () => {
    expect(shown([INIT, run('1', 'sleep 9'), { ...END, status: 'canceled' }]).at(-1)).toEqual([
      '    (no result)',
    ]);
  });

  test('says what has no result before it says that the turn was broken off', () => {
    const aborted = { type: 'turn', status: 'aborted', reason: 'It stopped.' } as const;
    const end = { ...END, status: 'canceled' } as const;
    expect(shown([INIT, run('1', 'sleep 9'), aborted, end]).slice(2)).toEqual([
      ['    (no result)', '', '  ■ Aborted: It stopped.'],
      [],
    ]);
  });

  test('is interrupted neither by figures nor by diagnostics', () => {
    const usage: DragomanEvent = {
      type: 'usage',
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
    };
    const events = [INIT, piece('Hel'), usage, { type: 'stderr', content: 'hm' } as const];
    expect(shown([...events, piece('lo'), END]).flat()).toEqual(['', 'codex', '  Hello']);
  });

  test('reads in the end as the saved session does, however long it gets', () => {
    const turns = Array.from({ length: 700 }, (_, index) => [
      { type: 'reasoning', content: `thought ${index}`, delta: false } as const,
      run(`c${index}`, `echo ${index}`),
      result(`c${index}`, `${index}`),
    ]).flat();
    const events = [INIT, ...turns, say('Done.'), END];
    const whole = [...renderConversation(reduce(events).messages, {})].map(textOf);
    expect(shown(events).flat()).toEqual(whole);
  });
});
