import { describe, expect, expectTypeOf, test } from 'vitest';
import { type DragomanEvent, eventSchemas, isJournaled } from './dragoman-event.js';
import { parseEvent } from './parse-event.js';

test('every event of the language has a schema of its type', () => {
  for (const [type, schema] of Object.entries(eventSchemas)) {
    expect(schema.shape.type.value).toBe(type);
  }
});

test('every event says in words what it and each of its fields is', () => {
  for (const [type, schema] of Object.entries(eventSchemas)) {
    expect(schema.description, type).toBeTruthy();
    for (const [name, field] of Object.entries(schema.shape)) {
      if (name !== 'type') expect(field.description, `${type}.${name}`).toBeTruthy();
    }
  }
});

test('an event is the very value, with the fields nobody knows yet', () => {
  const value = {
    type: 'init',
    session_id: 's1',
    mood: 'bright',
    seq: 4,
    ts: '2026-01-01T00:00:00Z',
  };
  const parsed = parseEvent(value);
  expect(parsed.ok && parsed.event).toBe(value);
  expect(parsed.ok && isJournaled(parsed.event)).toBe(true);
});

describe('what is no event is rejected with a reason', () => {
  test.each([null, 1, 'x', [], [{ type: 'ping' }]])('%j is no object', (value) => {
    expect(parseEvent(value)).toEqual({ ok: false, reason: 'not_object' });
  });

  test.each([{}, { type: 'hologram' }, { type: 7 }, { type: '__proto__' }, { type: 'toString' }])(
    '%j has no type of this language',
    (value) => {
      expect(parseEvent(value)).toEqual({ ok: false, reason: 'unknown_type', value });
    },
  );

  test('a type that is only inherited is no type', () => {
    expect(parseEvent(Object.create({ type: 'ping' }))).toMatchObject({ reason: 'unknown_type' });
  });

  test('a wrong field is named', () => {
    const value = { type: 'tool_result', tool_id: 7, status: 'fine' };
    const parsed = parseEvent(value);
    expect(parsed).toMatchObject({ reason: 'invalid', value });
    expect(JSON.stringify(parsed)).toMatch(/tool_id: .*string.*status: /);
  });
});

test.each<[string, object]>([
  [
    'a number too large to be one',
    { type: 'usage', input_tokens: Number.POSITIVE_INFINITY, output_tokens: 1, total_tokens: 1 },
  ],
  ['a negative amount', { type: 'usage', input_tokens: -1, output_tokens: 1, total_tokens: 1 }],
  ['an end without a verdict', { type: 'end', exit_code: 0 }],
  ['a status the verdict does not know', { type: 'end', status: 'completed' }],
  [
    'parameters that are no object',
    { type: 'tool_use', tool_id: 'a', tool_name: 'b', kind: 'mcp', parameters: [] },
  ],
])('%s is refused', (_name, value) => {
  expect(parseEvent(value)).toMatchObject({ ok: false, reason: 'invalid' });
});

test('an end needs nothing but its verdict', () => {
  expect(parseEvent({ type: 'end', status: 'stalled' }).ok).toBe(true);
});

test('the type of an event has no field that is not in the language', () => {
  expectTypeOf<Extract<DragomanEvent, { type: 'stderr' }>>().toEqualTypeOf<{
    type: 'stderr';
    content: string;
    seq?: number | undefined;
    ts?: string | undefined;
  }>();
});
