import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DragomanError } from '../errors.js';
import type { DragomanEvent } from '../event/dragoman-event.js';
import { exampleEvents } from '../reference/events-page.js';
import { encodeEvent, writeLooseEvent } from './encode-event.js';
import { createEventDecoder } from './event-decoder.js';

test('puts the type first and one newline last', () => {
  const event: DragomanEvent = { content: 'a\nb', role: 'user', type: 'message' };
  expect(encodeEvent(event)).toBe('{"type":"message","content":"a\\nb","role":"user"}\n');
  expect(encodeEvent({ type: 'ping' })).toBe('{"type":"ping"}\n');
});

test('puts the type first even when a key is a number, which objects list first', () => {
  const event = { type: 'ping' as const, '1': 'x' };
  expect(encodeEvent(event)).toBe('{"type":"ping","1":"x"}\n');
});

test('leaves out fields without a value', () => {
  expect(encodeEvent({ type: 'init', session_id: undefined })).toBe('{"type":"init"}\n');
});

test('escapes what some readers take for a line break, and half characters', () => {
  const content = '\u2028\u2029\u0085\ud800\r\n';
  const line = encodeEvent({ type: 'stderr', content });
  expect(line).toBe('{"type":"stderr","content":"\\u2028\\u2029\\u0085\\ud800\\r\\n"}\n');
  expect(JSON.parse(line)).toEqual({ type: 'stderr', content });
});

test('writes a value nested 100,000 deep', () => {
  const native = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  expect(encodeEvent({ type: 'raw', native })).toHaveLength(
    200_000 + '{"type":"raw","native":}\n'.length,
  );
});

test('says what is wrong when an event holds what JSON cannot express', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  expect(() => encodeEvent({ type: 'raw', native: cyclic })).toThrowError(
    expect.objectContaining({ code: 'event_not_json' }),
  );
});

test('writes an event of a type it does not know as it is, and checks one it knows', () => {
  const line = writeLooseEvent({ type: 'mine\u2028', 1: 'x', note: '\u0085' });
  expect(line).toBe('{"type":"mine\\u2028","1":"x","note":"\\u0085"}');
  expect(() => writeLooseEvent({ type: 'message', role: 'user' })).toThrowError(
    expect.objectContaining({ code: 'invalid_event' }),
  );
  expect(() => writeLooseEvent({ type: 'mine', amount: 1n })).toThrowError(
    expect.objectContaining({ code: 'event_not_json' }),
  );
});

/** The event that a line decodes to. */
function decode(line: string): DragomanEvent | undefined {
  const [decoded] = createEventDecoder().push(line);
  return decoded?.kind === 'event' ? decoded.event : undefined;
}

function codeOf(event: unknown): string | undefined {
  try {
    // @ts-expect-error callers without types pass anything
    encodeEvent(event);
    return undefined;
  } catch (error) {
    return error instanceof DragomanError ? error.code : String(error);
  }
}

test('writes an event whose open field holds nothing, and it decodes again', () => {
  const events: DragomanEvent[] = [
    { type: 'raw', native: undefined },
    { type: 'tool_request', requestId: 'r', tool_name: 'now', input: undefined },
    { type: 'tool_use', tool_id: 'a', tool_name: 'b', parameters: { x: undefined }, kind: 'mcp' },
  ];
  for (const event of events) expect(decode(encodeEvent(event))?.type).toBe(event.type);
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['an object without a type', {}],
  ['a list', [{ type: 'ping' }]],
  ['a type of another language', { type: 'hologram' }],
  ['a type that is no text', { type: 7 }],
  ['an event without a field it needs', { type: 'stderr' }],
  [
    'a number JSON does not have',
    { type: 'tool_result', tool_id: 'a', status: 'error', exit_code: Number.NaN },
  ],
  [
    'a field that is only inherited',
    Object.assign(Object.create({ content: 'x' }), { type: 'stderr' }),
  ],
  ['a field that writes itself as another', { type: 'stderr', content: { toJSON: () => 1 } }],
])('refuses %s', (_name, event) => {
  expect(codeOf(event)).toBe('invalid_event');
});

test('refuses a bigint, a cycle, a toJSON and a getter that fail, at any depth', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const broken = {
    toJSON() {
      throw new Error('no');
    },
  };
  const throwing = {
    get native(): unknown {
      throw new Error('no');
    },
  };
  for (const value of [1n, Object(1n), cyclic, broken, throwing]) {
    let deep: unknown = value;
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    expect(codeOf({ type: 'raw', native: value })).toBe('event_not_json');
    expect(codeOf({ type: 'raw', native: deep })).toBe('event_not_json');
  }
});

test('refuses an event with a field that cannot be read', () => {
  const event = {
    type: 'raw',
    get native(): unknown {
      throw new Error('no');
    },
  };
  expect(codeOf(event)).toBe('event_not_json');
});

test('refuses an event that would write itself', () => {
  expect(codeOf({ type: 'ping', toJSON: () => [1] })).toBe('event_not_json');
});

test('writes a date in the same way at any depth', () => {
  let native: unknown = new Date(0);
  for (let depth = 0; depth < 20_000; depth++) native = [native];
  const shallow = encodeEvent({ type: 'raw', native: [new Date(0)] });
  expect(shallow).toContain('["1970-01-01T00:00:00.000Z"]');
  expect(encodeEvent({ type: 'raw', native })).toContain('["1970-01-01T00:00:00.000Z"]');
});

test('whatever it is given, it gives a line that decodes or says what is wrong', () => {
  const odd = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withBoxedValues: true, withMap: true }),
    fc.constantFrom(undefined, Number.NaN, () => 1, { toJSON: () => [] }),
  );
  const event = fc
    .tuple(fc.constantFrom(...exampleEvents()), fc.dictionary(fc.string(), odd), odd)
    .chain(([example, more, value]) =>
      fc
        .constantFrom(...Object.keys(example), 'extra')
        .map((field) => ({ ...more, ...example, [field]: value })),
    );
  fc.assert(
    fc.property(event, (given) => {
      const code = codeOf(given);
      if (code === undefined) expect(decode(encodeEvent(given))).toBeDefined();
      else expect(code).toMatch(/^(invalid_event|event_not_json)$/);
    }),
    { numRuns: 2000 },
  );
});

test('refuses a type that cannot even be shown as text', () => {
  expect(codeOf({ type: { toString: 'none' }, amount: 1n })).toBe('event_not_json');
});
