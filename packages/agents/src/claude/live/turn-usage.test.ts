import { type JsonObject, reduce, type UsageFigures } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { assistant, text } from '../../../test-inputs/claude-records.js';
import type { LiveOptions } from '../../interpret/interpreter.js';
import { createClaudeLive } from '../live.js';

const INIT = { type: 'system', subtype: 'init', session_id: 's1', model: 'opus' };
const BOUNDARY = { type: 'system', subtype: 'compact_boundary' };
const NEW = '2.1.300';

/** So many replies of the scripted model, in each of the ways in which Claude says it. */
const usage = (replies: number): JsonObject => ({
  input_tokens: 400 * replies,
  cache_read_input_tokens: 600 * replies,
  output_tokens: 50 * replies,
});
const models = (replies: number): JsonObject => ({
  opus: {
    inputTokens: 400 * replies,
    cacheReadInputTokens: 600 * replies,
    outputTokens: 50 * replies,
  },
});
const before = (replies: number): UsageFigures => ({
  input_tokens: 1000 * replies,
  cached_input_tokens: 600 * replies,
  output_tokens: 50 * replies,
  total_tokens: 1050 * replies,
  cost_usd: 0,
});

const reply = (id: string, more: JsonObject = {}): JsonObject => ({
  ...assistant(text('Hi.'), { id, usage: usage(1) }),
  ...more,
});
const ofSubAgent = (call: string): JsonObject => ({ parent_tool_use_id: call });
const result = (own: number, all?: number, more: JsonObject = {}): JsonObject => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  usage: usage(own),
  ...(all !== undefined && { modelUsage: models(all) }),
  ...more,
});

/** How many replies are counted, for the agent and for its sub-agents. */
function counted(records: readonly JsonObject[], options?: LiveOptions) {
  const interpreter = createClaudeLive(options);
  const events = records.flatMap((record) => interpreter.push(record).events);
  const read = reduce([...events, ...interpreter.flush()]);
  return [read.usage, read.subAgentUsage].map((figures) => (figures?.total_tokens ?? 0) / 1050);
}

test('what sub-agents used is what the models used beyond the agent', () => {
  const turn = [INIT, reply('m1'), reply('m2', ofSubAgent('t1')), result(1, 4)];
  expect(counted(turn, { version: '2.1.197' })).toEqual([1, 3]);
});

test('of several sub-agents each has what its lines say, and the last one the rest', () => {
  const interpreter = createClaudeLive({ version: '2.1.197' });
  const lines = [reply('m2', ofSubAgent('t1')), reply('m3', ofSubAgent('t2'))];
  const events = [INIT, reply('m1'), ...lines, result(1, 4)].flatMap(
    (record) => interpreter.push(record).events,
  );
  const shares = events.flatMap((event) =>
    event.type === 'usage' ? [[event.parent_tool_id, event.total_tokens / 1050]] : [],
  );
  expect(shares).toEqual([
    [undefined, 1],
    ['t1', 1],
    ['t2', 2],
  ]);
});

test('a count that begins anew has nothing of the messages before', () => {
  const one = [INIT, reply('m1'), reply('m2', ofSubAgent('t1')), result(1, 3)];
  const other = [INIT, reply('m3'), result(1, 1)];
  expect(counted([...one, ...other], { version: '2.1.197' })).toEqual([2, 2]);
});

test('where the models are not counted, sub-agents used what their lines say', () => {
  expect(counted([INIT, reply('m1'), reply('m2', ofSubAgent('t1')), result(1)])).toEqual([1, 1]);
});

test('the request for a summary counts', () => {
  expect(counted([INIT, BOUNDARY, result(0, 1)], { version: '2.1.197' })).toEqual([1, 0]);
});

test('a count that goes on from an earlier process is undone', () => {
  const turn = [INIT, reply('m1'), reply('m2', ofSubAgent('t1')), result(1, 9)];
  expect(counted(turn, { version: NEW, usageBefore: before(5) })).toEqual([1, 3]);
  const since = { model_usage_since_last_result: models(4) };
  expect(counted([...turn.slice(0, -1), result(1, 9, since)], { version: NEW })).toEqual([1, 3]);
});

test('where the count before is not known, what is beyond the messages is not taken for the turn’s', () => {
  expect(counted([INIT, reply('m1'), result(1, 9)], { version: NEW })).toEqual([1, 0]);
});

test('nor is it the sub-agents’, or that of a summary: the lines of sub-agents count', () => {
  const turn = [INIT, reply('m1'), reply('m2', ofSubAgent('t1')), result(1, 90)];
  expect(counted(turn, { version: '2.1.280' })).toEqual([1, 1]);
  expect(counted(turn)).toEqual([1, 1]);
  expect(counted([INIT, BOUNDARY, reply('m1'), result(1, 90)], { version: NEW })).toEqual([1, 0]);
});

test('a count that has the input of the lines is the turn’s, and knows what they don’t', () => {
  const begun = assistant(text('Hi.'), { id: 'm2', usage: { ...usage(1), output_tokens: 1 } });
  const turn = [INIT, reply('m1'), { ...begun, ...ofSubAgent('t1') }, result(1, 2)];
  expect(counted(turn, { version: NEW })).toEqual([1, 1]);
});

test('of models without input, only the lines of sub-agents say what was used', () => {
  const noInput = { modelUsage: { opus: { inputTokens: 0, outputTokens: 500 } } };
  const end = result(1, 0, noInput);
  expect(counted([INIT, reply('m1'), end], { version: '2.0.30' })).toEqual([1, 0]);
  const turn = [INIT, reply('m1'), reply('m2', ofSubAgent('t1')), end];
  expect(counted(turn, { version: '2.0.30' })).toEqual([1, 1]);
});

test('what the models of one result have of the messages of the next counts once', () => {
  const lines = [reply('m1'), reply('m2', ofSubAgent('t1')), INIT, reply('m3')];
  for (const more of [{}, { model_usage_since_last_result: {} }]) {
    const turns = [INIT, ...lines, result(1, 3), result(1, 3, more)];
    const [own = 0, ofSubAgents = 0] = counted(turns, { version: NEW, usageBefore: before(0) });
    expect(own + ofSubAgents).toBe(3);
  }
});

const begins = (id: string): JsonObject => ({
  type: 'stream_event',
  event: { type: 'message_start', message: { id, usage: { ...usage(1), output_tokens: 1 } } },
});
const ends = { type: 'stream_event', event: { type: 'message_delta', usage: usage(1) } };

test('a reply that breaks off counts as far as it came, whether the result counts it or not', () => {
  const broken = [INIT, begins('m1'), begins('m2'), reply('m2'), ends];
  const inputOf = (record: JsonObject) => {
    const interpreter = createClaudeLive({ version: '2.1.325' });
    return reduce([...broken, record].flatMap((each) => interpreter.push(each).events)).usage;
  };
  const expected = { input_tokens: 2000, output_tokens: 51, total_tokens: 2051 };
  expect(inputOf(result(1, 1))).toMatchObject(expected);
  const whole = { input_tokens: 800, cache_read_input_tokens: 1200, output_tokens: 51 };
  const all = {
    opus: { inputTokens: 800, cacheReadInputTokens: 1200, outputTokens: 51 },
  };
  expect(inputOf(result(1, 1, { usage: whole, modelUsage: all }))).toMatchObject(expected);
});

test('the last of answers that did not follow a schema is whole, though the turn ends before it', () => {
  const first = { ...usage(1), output_tokens: 1 };
  const begun = assistant(text('No.'), { id: 'm2', usage: first, stop_reason: null });
  const turn = [INIT, begins('m1'), reply('m1'), ends, begins('m2'), begun];
  const end = { subtype: 'error_max_structured_output_retries', is_error: true };
  // So does 2.1.276; in 2.1.197 the models don't count it, and nothing says what it wrote.
  expect(counted([...turn, result(1, 2, end)], { version: '2.1.276' })).toEqual([2, 0]);
  const interpreter = createClaudeLive({ version: '2.1.197' });
  const events = [...turn, result(1, 1, end)].flatMap((each) => interpreter.push(each).events);
  expect(reduce(events).usage).toMatchObject({ input_tokens: 2000, output_tokens: 51 });
});

test('nor is one after it that comes in one piece from the start, as of a turn with nothing streamed', () => {
  const own = [INIT, begins('m1'), reply('m2'), reply('m2'), reply('m3')];
  const interpreter = createClaudeLive({ version: '2.0.50' });
  const { usage } = reduce([...own, result(0, 3)].flatMap((each) => interpreter.push(each).events));
  // Three replies on the side, two in one piece, and what broke off.
  expect(usage).toMatchObject({ input_tokens: 6000, output_tokens: 251 });
});

test('nor is one in the count of a turn whose requests were refused, so that nothing was streamed', () => {
  const turn = [INIT, reply('m1'), reply('m2'), result(0, 3)];
  expect(counted(turn, { version: '2.0.50' })).toEqual([5, 0]);
  // The result says what was streamed.
  expect(counted([INIT, reply('m1'), result(1, 3)], { version: '2.0.50' })).toEqual([3, 0]);
  // Nor does one that was interrupted, which says nothing else.
  const interrupted = result(0, 3, { subtype: 'error_during_execution' });
  expect(counted([INIT, reply('m1'), interrupted], { version: '2.0.50' })).toEqual([3, 0]);
  // Later versions count them.
  expect(counted(turn, { version: '2.1.197' })).toEqual([3, 0]);
});

test('a reply that breaks off counts where the turn is said to be done, too', () => {
  const own = [INIT, begins('m1'), reply('m1'), ends, begins('m2')];
  const interpreter = createClaudeLive({ version: '2.0.50' });
  const { usage } = reduce([...own, result(1, 3)].flatMap((each) => interpreter.push(each).events));
  expect(usage).toMatchObject({ input_tokens: 4000, output_tokens: 151 });
  // In 1.0.119 the models count it.
  const old = createClaudeLive({ version: '1.0.119' });
  const all = { opus: { inputTokens: 800, cacheReadInputTokens: 1200, outputTokens: 51 } };
  const end = result(1, 1, { modelUsage: { ...all, haiku: models(1).opus } });
  expect(reduce([...own, end].flatMap((each) => old.push(each).events)).usage).toMatchObject({
    input_tokens: 3000,
    output_tokens: 101,
  });
  // Its lines came whole, under the same id.
  const whole = createClaudeLive({ version: '2.0.50' });
  const lines = [...own, reply('m2'), result(1, 1)];
  expect(reduce(lines.flatMap((each) => whole.push(each).events)).usage).toMatchObject({
    input_tokens: 2000,
    output_tokens: 100,
  });
});

test('a reply that comes in one piece after one broke off is in no count, and hides nothing of it', () => {
  const own = [INIT, begins('m1'), reply('m1'), ends, begins('m2'), reply('m3')];
  const used = (end: JsonObject, version = '2.1.25') => {
    const interpreter = createClaudeLive({ version });
    return reduce([...own, end].flatMap((each) => interpreter.push(each).events)).usage;
  };
  // The result counts the first, and the models what was asked on the side, too.
  expect(used(result(1, 3))).toMatchObject({ input_tokens: 5000, output_tokens: 201 });
  expect(used(result(1, 1))).toMatchObject({ input_tokens: 3000, output_tokens: 101 });
  // In 1.0.119 the models count what broke off.
  const broke = { opus: { inputTokens: 800, cacheReadInputTokens: 1200, outputTokens: 51 } };
  const aside = { haiku: { inputTokens: 400, cacheReadInputTokens: 600, outputTokens: 50 } };
  const end = result(1, 0, { modelUsage: { ...broke, ...aside } });
  expect(used(end)).toMatchObject({ input_tokens: 4000, output_tokens: 151 });
  // Later versions count it among the models.
  expect(used(result(1, 2), '2.1.197')).toMatchObject({ input_tokens: 3000, output_tokens: 101 });
});
