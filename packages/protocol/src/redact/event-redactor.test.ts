import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DragomanEvent } from '../event/dragoman-event.js';
import { createEventRedactor } from './event-redactor.js';
import { createRedactor } from './redactor.js';

const key = 'sk-abcdefghijklmnopqrstuvwxyz0123456789';
const redactor = createRedactor();

function redact(events: readonly DragomanEvent[]) {
  const pieces = createEventRedactor(redactor);
  return [...events.flatMap((event) => pieces.push(event)), ...pieces.flush()];
}

function said(content: string, id?: string, parent?: string): DragomanEvent {
  return {
    type: 'message',
    role: 'assistant',
    content,
    delta: true,
    ...(id !== undefined && { id }),
    ...(parent !== undefined && { parent_tool_id: parent }),
  };
}

test('finds a secret across pieces of a text, and what comes in between keeps its position', () => {
  const usage: DragomanEvent = {
    type: 'usage',
    input_tokens: 1,
    output_tokens: 1,
    total_tokens: 2,
  };
  const events = [said('The key is sk-abcdefghijklm'), usage, said('nopqrstuvwxyz0123456789.')];
  expect(redact(events)).toEqual([said('The key is '), usage, said('[redacted].')]);
});

test('keeps texts under way at once apart', () => {
  const [left, right] = [key.slice(0, 12), key.slice(12)];
  const events = [said(left, 'a'), said('X', 'b'), said(right, 'a'), said(`${left}!`, 'b')];
  const shown = redact(events);
  expect(shown).toEqual([said('X', 'b'), said(`${left}!`, 'b'), said('[redacted]', 'a')]);
});

test.each<[string, DragomanEvent]>([
  ['a whole text', { type: 'message', role: 'assistant', content: 'Is s', delta: false }],
  [
    'a call',
    { type: 'tool_use', tool_id: 't', tool_name: 'Bash', parameters: {}, kind: 'command' },
  ],
  ['the end of the turn', { type: 'turn', status: 'completed' }],
  ['a thought', { type: 'reasoning', content: 'hm', delta: true }],
])('gives what it held before %s', (_name, next) => {
  expect(redact([said('Is s'), next])).toEqual([said('Is '), said('s'), next]);
});

test('gives what it held before a fatal error, and goes on after a warning', () => {
  const error = (fatal: boolean): DragomanEvent => ({ type: 'error', message: 'no', fatal });
  expect(redact([said('Is s'), error(true)])).toEqual([said('Is '), said('s'), error(true)]);
  expect(redact([said('Is s'), error(false), said('o.')])).toEqual([
    said('Is '),
    error(false),
    said('so.'),
  ]);
});

test('gives what it held of a sub-agent before the result of the call that started it', () => {
  const result: DragomanEvent = { type: 'tool_result', tool_id: 'task', status: 'success' };
  expect(redact([said('Is s', 'm', 'task'), said('Hm.', 'n'), result])).toEqual([
    said('Is ', 'm', 'task'),
    said('Hm.', 'n'),
    said('s', 'm', 'task'),
    result,
  ]);
});

test('holds what a tool prints until more of it, or its result', () => {
  const output = (content: string, id = 't'): DragomanEvent => ({
    type: 'tool_output',
    tool_id: id,
    content,
  });
  const result: DragomanEvent = {
    type: 'tool_result',
    tool_id: 't',
    status: 'success',
    output: 's',
  };
  expect(redact([output('as s'), said('hm!'), output('sk', 'u'), result])).toEqual([
    output('as '),
    said('hm!'),
    output('s'),
    result,
    output('sk', 'u'),
  ]);
});

test('a piece that has more than its text is emitted at once', () => {
  const event: DragomanEvent = { type: 'reasoning', content: 's', delta: true, signature: 'seal' };
  expect(redact([event])).toEqual([
    { ...event, content: '' },
    { type: 'reasoning', content: 's', delta: true },
  ]);
});

test('a last, empty piece with what only the whole knows comes after all of the text', () => {
  const rich: DragomanEvent = {
    type: 'message',
    role: 'assistant',
    content: '',
    delta: true,
    id: 'a',
    stop_reason: 'end_turn',
  };
  expect(redact([said('It is s', 'a'), rich])).toEqual([said('It is ', 'a'), said('s', 'a'), rich]);
});

test('finds a secret across pieces of a text that grows while very many others begin', () => {
  const others = Array.from({ length: 200 }, (_, index) => said('x', `${index}`));
  const events = [...key].flatMap((sign, index) => [
    said(sign, 'key'),
    ...others.slice(index * 5, index * 5 + 5),
  ]);
  const shown = redact(events).filter(({ id }) => id === 'key');
  expect(shown.map(({ content }) => content).join('')).toBe('[redacted]');
});

test('however texts are cut and mixed, each is redacted as a whole and nothing is lost', () => {
  const piece = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    content: fc.oneof(
      fc.constantFrom(key.slice(0, 5), key.slice(5, 20), key.slice(20), key, ' ', 's', 'token=1'),
      fc.string(),
    ),
  });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const shown = redact(pieces.map(({ id, content }) => said(content, id)));
      for (const id of ['a', 'b', 'c']) {
        const whole = pieces.filter((one) => one.id === id).map((one) => one.content);
        const mine = shown.filter((one) => one.id === id).map((one) => one.content);
        expect(mine.join('')).toBe(redactor.text(whole.join('')));
      }
    }),
    { numRuns: 1000 },
  );
});

test('a request is passed on as it is, after what was said before it', () => {
  const pieces = createEventRedactor(redactor);
  const request: DragomanEvent = {
    type: 'tool_request',
    requestId: 'r',
    tool_name: 'signIn',
    input: { password: 'hunter22', key },
  };
  expect(pieces.push(said('Here is the token'))).toEqual([said('Here is the ')]);
  expect(pieces.pass(request)).toEqual([said('token'), request]);
});
