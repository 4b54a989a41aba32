import { eventSchemas } from '@dragoman/protocol';

/** Whole numbers below a bound, the same ones for the same seed (mulberry32). */
export function createRandom(start: number) {
  let state = start;
  return (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

export type Random = ReturnType<typeof createRandom>;

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[random(values.length)];
  if (value === undefined) throw new Error('pick needs something to pick from');
  return value;
}

function times<Value>(random: Random, most: number, make: () => Value): Value[] {
  return Array.from({ length: random(most + 1) }, make);
}

const TYPES = [...Object.keys(eventSchemas), 'hologram', '__proto__', 'constructor', ''];
const WORDS = [
  '',
  'a',
  'b',
  '__proto__',
  'toString',
  'é😀',
  '\\ud800',
  '\\udfff\\ud83d',
  '\\u0000',
  '\\n',
];
const NUMBERS = [
  '0',
  '-1',
  '1e999',
  '-1e999',
  '1e-999',
  '99999999999999999999',
  '0.1',
  '-0',
  '9'.repeat(400),
];
const NAMES = [
  ...new Set(Object.values(eventSchemas).flatMap((schema) => Object.keys(schema.shape))),
  '__proto__',
  'constructor',
  'toJSON',
  '0',
];
const ENUMS = [
  'user',
  'assistant',
  'success',
  'error',
  'failed',
  'started',
  'aborted',
  'command',
  'pending',
];

/** The text of some JSON value, shallow or, now and then, absurdly deep. */
function json(random: Random, depth: number): string {
  switch (random(depth > 3 ? 5 : 9)) {
    case 0:
      return pick(random, NUMBERS);
    case 1:
      return pick(random, ['true', 'false', 'null']);
    case 2:
      return `"${pick(random, ENUMS)}"`;
    case 3:
    case 4:
      return `"${pick(random, WORDS)}"`;
    case 5:
      return `[${times(random, 3, () => json(random, depth + 1)).join(',')}]`;
    case 6:
      return nested(random(2000) === 0 ? 100_000 : random(60));
    default:
      return `{${times(random, 4, () => `"${pick(random, NAMES)}":${json(random, depth + 1)}`).join(',')}}`;
  }
}

function nested(levels: number): string {
  return `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
}

const text = (random: Random) => `"${pick(random, WORDS)}"`;

/** Fields that make an event of that type valid most of the time, so that the reducer sees it. */
const FITTING_FIELDS = new Map<string, (random: Random) => string>(
  Object.entries({
    message: (random: Random) =>
      `"role":"${pick(random, ['user', 'assistant', 'system'])}","content":${text(random)},"delta":${random(2) === 0}`,
    reasoning: (random: Random) => `"content":${text(random)},"delta":${random(2) === 0}`,
    tool_use: (random: Random) =>
      `"tool_id":${text(random)},"tool_name":"Bash","kind":"command","parameters":{"x":${json(random, 0)}}`,
    tool_output: (random: Random) => `"tool_id":${text(random)},"content":${text(random)}`,
    tool_result: (random: Random) =>
      `"tool_id":${text(random)},"status":"${pick(random, ['success', 'error'])}","output":${text(random)}`,
    plan: (random: Random) => `"items":[{"text":${text(random)},"status":"pending"}]`,
    usage: () =>
      `"input_tokens":9007199254740991,"output_tokens":9007199254740991,"total_tokens":0,"message_id":"a"`,
    turn: (random: Random) =>
      `"status":"${pick(random, ['started', 'completed', 'failed', 'aborted'])}"`,
    error: (random: Random) => `"message":${text(random)},"fatal":${random(2) === 0}`,
    raw: (random: Random) => `"native":${json(random, 0)}`,
    end: (random: Random) => `"status":"${pick(random, ['success', 'failed', 'stalled'])}"`,
  }),
);

const FITTING_TYPES = [...FITTING_FIELDS.keys()];

function eventLine(random: Random): string {
  const type = pick(random, random(3) === 0 ? TYPES : FITTING_TYPES);
  const fitting = random(8) === 0 ? undefined : FITTING_FIELDS.get(type)?.(random);
  const chain = random(3) === 0 ? [`"parent_tool_id":${text(random)}`] : [];
  const id = random(3) === 0 ? [`"id":${text(random)}`] : [];
  const noise = random(3) === 0 ? [`"${pick(random, NAMES)}":${json(random, 0)}`] : [];
  const fields = [
    `"type":"${type}"`,
    ...(fitting === undefined ? [] : [fitting]),
    ...chain,
    ...id,
    ...noise,
  ];
  return `{${fields.join(',')}}`;
}

const utf8 = new TextEncoder();

/** Ways to make an input, from plain noise to events that are valid and make no sense. */
const MAKERS: readonly ((random: Random) => Uint8Array | string)[] = [
  (random) => Uint8Array.from(times(random, 200, () => random(256))),
  (random) =>
    String.fromCharCode(
      ...times(random, 60, () =>
        pick(random, [10, 13, 34, 92, 123, 0xd83d, 0xde00, 0xfeff, random(65536)]),
      ),
    ),
  (random) => times(random, 12, () => eventLine(random)).join('\n'),
  (random) =>
    times(random, 12, () => eventLine(random)).join(pick(random, ['\n', '\r\n', '\n\n', '', '\0'])),
  (random) => {
    const whole = eventLine(random);
    return whole.slice(0, random(whole.length + 1));
  },
  (random) => {
    const bytes = utf8.encode(times(random, 4, () => eventLine(random)).join('\n'));
    for (let count = random(6); count > 0 && bytes.length > 0; count--)
      bytes[random(bytes.length)] = random(256);
    return bytes;
  },
  (random) => json(random, 0),
];

/** One hostile input. */
export function hostileInput(random: Random): Uint8Array | string {
  return pick(random, MAKERS)(random);
}

/** The input whole, or in two pieces. */
export function cut(random: Random, whole: Uint8Array | string): (Uint8Array | string)[] {
  const cut = random(whole.length + 1);
  return random(2) === 0 ? [whole] : [whole.slice(0, cut), whole.slice(cut)];
}
