import { expect, test } from 'vitest';
import { textAt } from './json-fields.js';
import { createRuleInterpreter, mapped, metadata } from './record-rule.js';

const create = () =>
  createRuleInterpreter<{ words: number }>({
    rules: {
      say: mapped('`message`', (record, state, emitter) => {
        const content = textAt(record, 'text');
        if (content === undefined) return 'unknown';
        state.words += 1;
        emitter.emit({ type: 'message', role: 'assistant', content });
        return 'mapped';
      }),
      tick: metadata('the time'),
    },
    nameOf: (record) => textAt(record, 'type') ?? 'untyped',
    timeOf: (record) => textAt(record, 'at'),
    createState: () => ({ words: 0 }),
    end: ({ words }, emitter) => {
      if (words > 0) emitter.emit({ type: 'turn', status: 'completed' });
    },
  });

test('a record is read by the rule for its name, and its events have its time', () => {
  expect(create().push({ type: 'say', text: 'Hi.', at: '2026-01-01T00:00:00.000Z' })).toEqual({
    native: 'say',
    disposition: 'mapped',
    events: [
      { type: 'message', role: 'assistant', content: 'Hi.', ts: '2026-01-01T00:00:00.000Z' },
    ],
  });
  expect(create().push({ type: 'tick' })).toEqual({
    native: 'tick',
    disposition: 'metadata',
    events: [],
  });
});

test('a record without a rule, or that its rule cannot read, is unknown', () => {
  const unknown = { disposition: 'unknown', events: [] };
  expect(create().push({ type: 'sing' })).toMatchObject({ native: 'sing', ...unknown });
  expect(create().push({ type: 'say', text: 7 })).toMatchObject({ native: 'say', ...unknown });
  expect(create().push({ type: 'toString' })).toMatchObject({ native: 'toString', ...unknown });
  expect(create().push({ type: 'x'.repeat(1000) }).native.length).toBeLessThan(200);
});

test('what is left to say comes at the end', () => {
  const interpreter = create();
  interpreter.push({ type: 'say', text: 'Hi.' });
  expect(interpreter.flush()).toMatchObject([{ type: 'turn', status: 'completed' }]);
  expect(create().flush()).toEqual([]);
});
