import { expect, test } from 'vitest';
import { say } from '../../test-inputs/event-makers.js';
import type { MessageEvent, ReasoningEvent } from '../event/text-events.js';
import { createTextAssembler, isTextPiece } from './text-assembler.js';

type TextEvent = MessageEvent | ReasoningEvent;

const piece = (content: string, id?: string) => say(content, { delta: true, id });

function create(mostOpen?: number) {
  let begun = 0;
  return createTextAssembler<TextEvent, number>({
    begin: () => {
      begun += 1;
      return begun;
    },
    ...(mostOpen !== undefined && { mostOpen }),
  });
}

test('gives the text of each piece, with what is kept with it', () => {
  const texts = create();
  const first = texts.push(piece('Hel', 'a'));
  expect(texts.push(piece('Bye', 'b'))).toMatchObject({ id: 'b', content: 'Bye', extra: 2 });
  expect(texts.push(piece('lo', 'a'))).toBe(first);
  expect(first).toMatchObject({ speaker: 'assistant', id: 'a', content: 'Hello', extra: 1 });
});

test('gives no text for a whole one without pieces', () => {
  const texts = create();
  expect(texts.push(say('Hello'))).toBeUndefined();
  expect(texts.push(say('Hello', { id: 'a' }))).toBeUndefined();
  expect(texts.push(say('Hello', { id: 'a', replaces: true }))).toBeUndefined();
});

test('replaces pieces with each whole of their id, and leaves them at an empty one that does not say so', () => {
  const texts = create();
  const text = texts.push(piece('Helo', 'a'));
  expect(texts.push(say('Hello', { id: 'a', replaces: true }))).toBe(text);
  expect(text?.content).toBe('Hello');
  expect(texts.push(piece('!', 'a'))).toBe(text);
  expect(text?.content).toBe('Hello!');
  expect(texts.push(say('', { id: 'a' }))).toBe(text);
  expect(text?.content).toBe('Hello!');
  texts.push(say('Bye', { id: 'a' }));
  expect(text?.content).toBe('Bye');
  texts.push(say('', { id: 'a', replaces: true }));
  expect(text?.content).toBe('');
});

test('never compares what texts with ids say', () => {
  const texts = create();
  texts.push(piece('Hello', 'a'));
  expect(texts.push(say('Hello'))).toBeUndefined();
  texts.push(piece('Hello'));
  expect(texts.push(say('Hello', { id: 'b' }))).toBeUndefined();
});

test('keeps chains and speakers apart, also under one id', () => {
  const texts = create();
  const own = texts.push(piece('a', 'm'));
  const thought = texts.push({ type: 'reasoning', content: 't', delta: true, id: 'm' });
  const ofSub = texts.push(say('s', { delta: true, id: 'm', parent_tool_id: 'task' }));
  expect(new Set([own, thought, ofSub]).size).toBe(3);
  texts.interrupt('task');
  expect(texts.push({ type: 'reasoning', content: 'u', delta: true })).toBe(thought);
  texts.interrupt(undefined);
  expect(texts.push({ type: 'reasoning', content: 'v', delta: true })).not.toBe(thought);
});

test('keeps a text that still grows, however many others begin', () => {
  const texts = create(2);
  const growing = texts.push(piece('x', 'growing'));
  for (let index = 0; index < 10; index += 1) {
    texts.push(piece('y', `${index}`));
    expect(texts.push(piece('x', 'growing'))).toBe(growing);
  }
});

test('forgets the texts of a sub-agent that is done', () => {
  const texts = create();
  const ofSub = (content: string) => say(content, { delta: true, id: 'm', parent_tool_id: 'task' });
  const text = texts.push(ofSub('a'));
  texts.close('task');
  expect(texts.push(ofSub('b'))).not.toBe(text);
});

test('forgets the oldest texts where it keeps only so many, and all of them with the turn', () => {
  const texts = create(2);
  const [first, second, third] = ['1', '2', '3'].map((id) => texts.push(piece('x', id)));
  expect(texts.push(piece('y', '3'))).toBe(third);
  expect(texts.push(piece('y', '2'))).toBe(second);
  expect(texts.push(piece('y', '1'))).not.toBe(first);
  texts.closeAll();
  expect(texts.push(piece('z', '3'))).not.toBe(third);
});

test('knows a piece of a text from other events', () => {
  expect(isTextPiece(piece('a'))).toBe(true);
  expect(isTextPiece({ type: 'reasoning', content: '', delta: true })).toBe(true);
  expect(isTextPiece(say('a'))).toBe(false);
  expect(isTextPiece({ type: 'tool_output', delta: true })).toBe(false);
});
