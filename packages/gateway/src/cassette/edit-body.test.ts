import { expect, test } from 'vitest';
import { editBody } from './edit-body.js';
import type { FindEdits } from './text-edit.js';

/** Replaces the word `secret`. */
const findSecret: FindEdits = (text) =>
  [...text.matchAll(/secret/g)].map(({ index }) => ({
    start: index,
    end: index + 'secret'.length,
    replacement: '*',
  }));

const delta = (text: string, more: object = {}) => ({
  json: { type: 'delta', ...more, delta: text },
});

test('finds a word across events, in what each of several streams says', () => {
  const events = [
    delta('a sec', { output_index: 0 }),
    delta('my se', { output_index: 1 }),
    delta('ret b', { output_index: 0 }),
    delta('cret c', { output_index: 1 }),
  ];
  expect(editBody({ events }, findSecret)).toEqual({
    events: [
      delta('a *', { output_index: 0 }),
      delta('my *', { output_index: 1 }),
      delta(' b', { output_index: 0 }),
      delta(' c', { output_index: 1 }),
    ],
  });
});

test.each(['item_id', 'content_index', 'summary_index', 'index'])(
  'does not take streams that differ in their %s for one',
  (name) => {
    const events = [delta('sec', { [name]: 1 }), delta('ret', { [name]: 2 })];
    expect(editBody({ events }, findSecret)).toEqual({ events });
  },
);

test('finds a word across events that were kept as text or as they stood', () => {
  const events = [
    { text: '{"type": "delta", "delta": "a s"}' },
    { raw: 'id: 1\ndata: {"type":"delta","delta":"ec"}\n\n' },
    { json: { type: 'delta', delta: 're' } },
    { raw: 'data: {"type":"delta","delta":"t and mo' },
  ];
  expect(editBody({ events }, findSecret)).toEqual({
    events: [
      { text: '{"type": "delta", "delta": "a *"}' },
      { raw: 'id: 1\ndata: {"type":"delta","delta":""}\n\n' },
      { json: { type: 'delta', delta: '' } },
      { raw: 'data: {"type":"delta","delta":" and mo' },
    ],
  });
});

test('finds a word across the chunks of an array, as Gemini streams without events', () => {
  const chunk = (text: string) => ({ candidates: [{ content: { parts: [{ text }] } }] });
  expect(editBody({ json: [chunk('sec'), chunk('ret')] }, findSecret)).toEqual({
    json: [chunk('*'), chunk('')],
  });
});

test('edits keys, names, comments and plain text too', () => {
  expect(editBody({ json: { secret: [1, 'a secret'] } }, findSecret)).toEqual({
    json: { '*': [1, 'a *'] },
  });
  expect(editBody({ text: 'no secret' }, findSecret)).toEqual({ text: 'no *' });
  expect(
    editBody({ events: [{ raw: ': secret\n\n' }, { event: 'secret', json: 1 }] }, findSecret),
  ).toEqual({ events: [{ raw: ': *\n\n' }, { event: '*', json: 1 }] });
});
