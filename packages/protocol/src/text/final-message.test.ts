import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DragomanEvent, MessageEvent } from '../index.js';
import { exampleEvents } from '../reference/events-page.js';
import { finalMessage } from './final-message.js';

const say = (content: string, more: Partial<MessageEvent> = {}): DragomanEvent => ({
  type: 'message',
  role: 'assistant',
  content,
  delta: false,
  ...more,
});
const piece = (content: string, id?: string): DragomanEvent =>
  say(content, { delta: true, ...(id !== undefined && { id }) });
const end = (status: 'success' | 'failed' | 'canceled'): DragomanEvent => ({ type: 'end', status });
const call: DragomanEvent = {
  ...{ type: 'tool_use', tool_id: '1', tool_name: 'Bash', parameters: {}, kind: 'command' },
};

test('it is the last text that was completed', () => {
  expect(finalMessage([])).toBeUndefined();
  expect(finalMessage([say('one'), call, say('two'), end('success')])).toBe('two');
  expect(finalMessage([piece('on', 'a'), piece('e', 'a'), end('success')])).toBe('one');
  expect(finalMessage([piece('on'), piece('e'), call, end('success')])).toBe('one');
  expect(finalMessage([say('one'), say(' \n'), end('success')])).toBe('one');
});

test('a text that broke off is none', () => {
  expect(finalMessage([say('one'), piece('tw', 'b'), end('canceled')])).toBe('one');
  const failed: DragomanEvent = { type: 'turn', status: 'failed' };
  expect(finalMessage([say('one'), piece('tw'), failed, end('failed')])).toBe('one');
  expect(finalMessage([say('one'), piece('tw')])).toBe('one');
  const completed: DragomanEvent = { type: 'turn', status: 'completed' };
  expect(finalMessage([say('one'), piece('two'), completed])).toBe('two');
});

test('sub-agents, people and thoughts are not the agent', () => {
  const events: DragomanEvent[] = [
    say('mine'),
    say('of a sub-agent', { parent_tool_id: '1' }),
    { type: 'reasoning', content: 'a thought', delta: false },
    say('thanks', { role: 'user' }),
    end('success'),
  ];
  expect(finalMessage(events)).toBe('mine');
});

test('a whole text takes the place of its pieces, and of no later text', () => {
  const whole = say('one, corrected', { id: 'a', replaces: true });
  expect(finalMessage([piece('one', 'a'), whole, end('success')])).toBe('one, corrected');
  expect(finalMessage([piece('one', 'a'), call, whole, end('success')])).toBe('one, corrected');
  expect(finalMessage([piece('one', 'a'), say('two'), whole, end('success')])).toBe('two');
});

test('however a text is cut into pieces, and whatever else happens, it is whole', () => {
  const others = exampleEvents().filter(({ type }) => !/^(message|turn|end)$/.test(type));
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
      fc.array(fc.constantFrom(...others)),
      (pieces, around) => {
        const text = pieces.join('');
        const events = pieces.flatMap((part) => [piece(part, 'a'), ...around]);
        expect(finalMessage([...events, end('success')])).toBe(
          text.trim() === '' ? undefined : text,
        );
      },
    ),
  );
});
