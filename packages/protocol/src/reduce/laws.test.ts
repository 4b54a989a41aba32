import fc from 'fast-check';
import { expect, test } from 'vitest';
import { result, say, use } from '../../test-inputs/event-makers.js';
import { canonical } from '../canonical/canonical.js';
import type { DragomanEvent } from '../event/dragoman-event.js';
import { encodeEvent } from '../ndjson/encode-event.js';
import { createEventDecoder } from '../ndjson/event-decoder.js';
import { createReducer, reduce } from './reducer.js';

// Few ids and few words, so that events meet each other.
const id = fc.constantFrom('a', 'b', 'c');
const maybeId = fc.option(id, { nil: undefined });
const words = fc.constantFrom('', 'x', 'x y', 'é😀', 'x y z ');
const chain = { parent_tool_id: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }) };

// Through text, because JSON has no -0.
const json = fc.json().map((text): unknown => JSON.parse(text));

const event: fc.Arbitrary<DragomanEvent> = fc.oneof(
  fc.record({
    type: fc.constant('message' as const),
    role: fc.constantFrom('user' as const, 'assistant' as const),
    content: words,
    delta: fc.boolean(),
    id: maybeId,
    ...chain,
  }),
  fc.record({
    type: fc.constant('reasoning' as const),
    content: words,
    delta: fc.boolean(),
    id: maybeId,
    ...chain,
  }),
  fc.record({ toolId: id, ...chain }).map(({ toolId, ...rest }) => use(toolId, rest)),
  fc
    .record({ toolId: id, words, ...chain })
    .map(({ toolId, words: output, ...rest }) => result(toolId, output, rest)),
  fc.record({ type: fc.constant('tool_output' as const), tool_id: id, content: words, ...chain }),
  fc.record({ type: fc.constant('error' as const), message: words, fatal: fc.boolean() }),
  fc.record({
    type: fc.constant('turn' as const),
    status: fc.constantFrom(
      'started' as const,
      'completed' as const,
      'failed' as const,
      'aborted' as const,
    ),
  }),
  fc.record({ type: fc.constant('end' as const), status: fc.constant('failed' as const) }),
  fc.record({
    type: fc.constant('plan' as const),
    items: fc.array(fc.record({ text: words, status: fc.constant('pending' as const) })),
    tool_id: maybeId,
  }),
  fc.record({ type: fc.constant('init' as const), session_id: maybeId, modelId: maybeId }),
  fc.record({ type: fc.constant('raw' as const), native: json }),
);
const events = fc.array(event, { maxLength: 40 });

test('the same events give the same transcript, ids included', () => {
  fc.assert(
    fc.property(events, (all) => {
      expect(reduce(all)).toEqual(reduce(all));
    }),
  );
});

test('no two messages share an id, and none is empty', () => {
  fc.assert(
    fc.property(events, (all) => {
      const { messages } = reduce(all);
      expect(new Set(messages.map((message) => message.id)).size).toBe(messages.length);
      expect(messages.every((message) => message.content.length > 0)).toBe(true);
    }),
  );
});

test('writing events down and reading them again changes nothing', () => {
  fc.assert(
    fc.property(events, (all) => {
      const decoder = createEventDecoder();
      const lines = [...decoder.push(all.map(encodeEvent).join('')), ...decoder.flush()];
      const read = lines.flatMap((line) => (line.kind === 'event' ? [line.event] : []));
      expect(reduce(read)).toEqual(reduce(all));
    }),
  );
});

test('looking in between changes nothing', () => {
  fc.assert(
    fc.property(events, (all) => {
      const reducer = createReducer();
      for (const [index, next] of all.entries()) {
        reducer.push(next);
        expect(reducer.snapshot()).toEqual(reduce(all.slice(0, index + 1)));
      }
    }),
    { numRuns: 50 },
  );
});

test('every call and every result is in the messages exactly once', () => {
  const count = (all: readonly DragomanEvent[], type: string) =>
    all.filter((one) => one.type === type).length;
  const toolEvents = fc.array(
    fc.oneof(
      id.map((toolId) => use(toolId)),
      id.map((toolId) => result(toolId, 'x')),
      fc.constantFrom<DragomanEvent>(
        { type: 'turn', status: 'started' },
        { type: 'end', status: 'failed' },
        { type: 'init' },
      ),
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(toolEvents, (all) => {
      const { messages, orphanResults } = reduce(all);
      const blocks = messages.flatMap((message) => message.content);
      const results = blocks.filter((block) => block.type === 'tool_result');
      const calls = blocks.filter((block) => block.type === 'tool_use');
      expect(results).toHaveLength(count(all, 'tool_result'));
      // A call that comes again before its result is the same call.
      expect(calls.length).toBeLessThanOrEqual(count(all, 'tool_use'));
      expect(messages).toHaveLength(calls.length + orphanResults.length);
    }),
  );
});

test('a text said in pieces, with or without the whole after them, is the text said whole', () => {
  const parts = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(parts, maybeId, fc.boolean(), (pieces, textId, repeats) => {
      const whole = say(pieces.join(''));
      const spoken = [
        ...pieces.map((piece) => say(piece, { delta: true, id: textId })),
        ...(repeats ? [{ ...whole, id: textId }] : []),
      ];
      expect(canonical(reduce(spoken))).toEqual(canonical(reduce([whole])));
    }),
  );
});

test('results of parallel calls may come in any order', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const calls = ids.map((callId) => use(callId));
  const answers = ids.map((callId) => result(callId, `of ${callId}`));
  const expected = canonical(reduce([...calls, ...answers]));
  fc.assert(
    fc.property(fc.shuffledSubarray(answers, { minLength: 4 }), (shuffled) => {
      expect(canonical(reduce([...calls, ...shuffled]))).toEqual(expected);
    }),
  );
});
