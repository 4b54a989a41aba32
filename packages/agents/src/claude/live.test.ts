import { type DragomanEvent, type JsonObject, reduce } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { assistant, result, text, use, user } from '../../test-inputs/claude-records.js';
import type { LiveOptions } from '../interpret/interpreter.js';
import { createClaudeLive } from './live.js';

const INIT = {
  type: 'system',
  subtype: 'init',
  session_id: 's1',
  model: 'opus',
  cwd: '/workspace',
};
const USAGE = { input_tokens: 400, cache_read_input_tokens: 600, output_tokens: 50 };
const SUCCESS = { type: 'result', subtype: 'success', is_error: false, total_cost_usd: 0.5 };

function interpret(records: readonly JsonObject[], options?: LiveOptions): DragomanEvent[] {
  const interpreter = createClaudeLive(options);
  return [...records.flatMap((record) => interpreter.push(record).events), ...interpreter.flush()];
}

function ofType<Type extends DragomanEvent['type']>(events: readonly DragomanEvent[], type: Type) {
  return events.filter((event): event is DragomanEvent & { type: Type } => event.type === type);
}

const piece = (index: number, delta: JsonObject): JsonObject => ({
  type: 'stream_event',
  event: { type: 'content_block_delta', index, delta },
});
const begins = (id: string): JsonObject => ({
  type: 'stream_event',
  event: { type: 'message_start', message: { id, usage: { ...USAGE, output_tokens: 1 } } },
});
const block = (index: number, type: string): JsonObject => ({
  type: 'stream_event',
  event: { type: 'content_block_start', index, content_block: { type } },
});
const ends = {
  type: 'stream_event',
  event: { type: 'message_delta', usage: { output_tokens: 50 } },
};

test('a turn is emitted from who speaks to what it used', () => {
  const events = interpret([INIT, assistant(text('Hi.')), { ...SUCCESS, usage: USAGE }]);
  expect(events.map(({ type }) => type)).toEqual(['init', 'turn', 'message', 'usage', 'turn']);
  expect(events[0]).toEqual({
    type: 'init',
    agent: 'claude',
    session_id: 's1',
    modelId: 'opus',
    cwd: '/workspace',
  });
  expect(events[3]).toMatchObject({
    input_tokens: 1000,
    cached_input_tokens: 600,
    output_tokens: 50,
    total_tokens: 1050,
    cost_usd: 0.5,
  });
  expect(events[4]).toEqual({ type: 'turn', status: 'completed' });
});

test('pieces and the whole that follows are one text under one id', () => {
  const events = interpret([
    INIT,
    begins('m1'),
    block(0, 'thinking'),
    piece(0, { type: 'thinking_delta', thinking: 'Let me ' }),
    piece(0, { type: 'thinking_delta', thinking: 'see.' }),
    piece(0, { type: 'signature_delta', signature: 'x' }),
    assistant({ type: 'thinking', thinking: 'Let me see.', signature: 'x' }, { id: 'm1' }),
    block(1, 'text'),
    piece(1, { type: 'text_delta', text: 'Hel' }),
    piece(1, { type: 'text_delta', text: 'lo.' }),
    assistant(text('Hello.'), { id: 'm1' }),
  ]);
  expect(ofType(events, 'message')).toEqual([
    { type: 'message', role: 'assistant', content: 'Hel', delta: true, id: 'm1:1' },
    { type: 'message', role: 'assistant', content: 'lo.', delta: true, id: 'm1:1' },
    {
      type: 'message',
      role: 'assistant',
      content: '',
      delta: true,
      id: 'm1:1',
      stop_reason: 'end_turn',
    },
  ]);
  expect(ofType(events, 'reasoning').at(-1)).toEqual({
    type: 'reasoning',
    content: '',
    delta: true,
    id: 'm1:0',
    signature: 'x',
  });
  const { messages } = reduce(events);
  expect(messages.map(({ content }) => content)).toEqual([
    [{ type: 'thinking', thinking: 'Let me see.', signature: 'x' }],
    [{ type: 'text', text: 'Hello.' }],
  ]);
});

test('a whole text that differs from its pieces replaces them; one that goes on adds its end', () => {
  const pieces = (id: string) => [
    begins(id),
    block(0, 'text'),
    piece(0, { type: 'text_delta', text: 'Half' }),
  ];
  const whole = (said: string, id: string) => assistant(text(said), { id, stop_reason: null });
  const said = (records: readonly JsonObject[]) =>
    ofType(interpret([INIT, ...records]), 'message').map(({ content, delta, replaces }) => [
      content,
      delta,
      replaces,
    ]);
  expect(said([...pieces('m1'), whole('All of it.', 'm1')])).toEqual([
    ['Half', true, undefined],
    ['All of it.', false, true],
  ]);
  expect(said([...pieces('m1'), whole('Half of it.', 'm1')])).toEqual([
    ['Half', true, undefined],
    [' of it.', true, undefined],
  ]);
  expect(said([...pieces('m1'), whole('Half', 'm1')])).toEqual([['Half', true, undefined]]);
});

test('pieces of a message that nobody began are unknown', () => {
  const interpreter = createClaudeLive();
  const lost = piece(0, { type: 'text_delta', text: 'Hi.' });
  expect(interpreter.push(lost)).toMatchObject({ disposition: 'unknown', events: [] });
});

test('pieces of a call that name the call itself are those of the agent', () => {
  const interpreter = createClaudeLive({ version: '1.0.109' });
  const own = { parent_tool_use_id: 'toolu_1' };
  const start = {
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'tool_use', id: 'toolu_1' },
  };
  const input = { type: 'input_json_delta', partial_json: '{}' };
  const lines = [
    { type: 'stream_event', event: start, ...own },
    { ...piece(1, input), ...own },
  ];
  for (const record of [INIT, begins('m1')]) interpreter.push(record);
  for (const line of lines) {
    expect(interpreter.push(line)).toMatchObject({ disposition: 'mapped', events: [] });
  }
});

test('pieces of a message without an id are not those of the message before', () => {
  const events = interpret([
    INIT,
    begins('m1'),
    block(0, 'text'),
    piece(0, { type: 'text_delta', text: 'One.' }),
    { type: 'stream_event', event: { type: 'message_start', message: {} } },
    piece(0, { type: 'text_delta', text: 'Two.' }),
  ]);
  expect(ofType(events, 'message').map(({ content }) => content)).toEqual(['One.']);
});

test('the late end of a message that was given up says nothing', () => {
  const interpreter = createClaudeLive();
  for (const record of [INIT, begins('m1'), assistant(text('Hi.'), { id: 'm2' })]) {
    interpreter.push(record);
  }
  expect(interpreter.push(ends)).toMatchObject({ disposition: 'metadata', events: [] });
});

test('a sub-agent that fails does not fail the turn', () => {
  const said = assistant(text('API Error: 500'), {
    error: 'server_error',
    parent_tool_use_id: 't1',
  });
  const events = interpret([INIT, use('t1', 'Task', { prompt: 'Go.' }), said, SUCCESS]);
  expect(ofType(events, 'message')).toMatchObject([
    { role: 'system', content: 'API Error: 500', parent_tool_id: 't1' },
  ]);
  expect(reduce(events)).toMatchObject({ errors: [], outcome: { status: 'success' } });
});

test.each(['local_command', 'local_command_output'])(
  'what a %s prints is said by the system',
  (subtype) => {
    const printed = { type: 'system', subtype, content: 'Total cost: $0.10', uuid: 'u1' };
    expect(ofType(interpret([INIT, printed]), 'message')).toEqual([
      { type: 'message', role: 'system', content: 'Total cost: $0.10', id: 'u1' },
    ]);
  },
);

test('the stand-in for an answer is synthetic', () => {
  const said = assistant(text('No response requested.'), { model: '<synthetic>' });
  expect(ofType(interpret([INIT, said]), 'message')).toMatchObject([
    { role: 'assistant', content: 'No response requested.', synthetic: 'placeholder' },
  ]);
});

test('a call that failed is an error, with its words', () => {
  const events = interpret([
    INIT,
    use('t1', 'Bash', { command: 'false' }),
    result('t1', 'Exit code 1\nno', { is_error: true, rich: 'Error: Exit code 1\nno' }),
  ]);
  expect(ofType(events, 'tool_result')).toEqual([
    { type: 'tool_result', tool_id: 't1', status: 'error', output: 'no', exit_code: 1 },
  ]);
});

test.each([
  ['another stream', [begins('m2'), block(0, 'text'), assistant(text('All of it.'), { id: 'm2' })]],
  ['one line', [assistant(text('All of it.'), { id: 'm2' })]],
])('pieces of a reply that broke off are taken back when it comes again in %s', (_how, again) => {
  const events = interpret([
    INIT,
    begins('m1'),
    block(0, 'thinking'),
    piece(0, { type: 'thinking_delta', thinking: 'Hm.' }),
    assistant({ type: 'thinking', thinking: 'Hm.' }, { id: 'm1' }),
    block(1, 'text'),
    piece(1, { type: 'text_delta', text: 'Half of' }),
    ...again,
  ]);
  expect(reduce(events).messages.flatMap(({ content }) => content)).toEqual([
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'All of it.' },
  ]);
  expect(ofType(events, 'message')[1]).toMatchObject({ id: 'm1:1', content: '', replaces: true });
});

test('what the model was saying when its turn was cut off stays', () => {
  const events = interpret([
    INIT,
    begins('m1'),
    block(0, 'text'),
    piece(0, { type: 'text_delta', text: 'Half of' }),
    user([text('[Request interrupted by user]')]),
    { ...SUCCESS, subtype: 'error_during_execution' },
    INIT,
    begins('m2'),
    assistant(text('Next.'), { id: 'm2' }),
  ]);
  const said = ofType(events, 'message').map(({ content }) => content);
  expect(said).toEqual(['Half of', 'Next.']);
});

test('what the model was thinking when its reply broke off is dropped, even if the turn is said to be done', () => {
  const thought = (thinking: string) => piece(0, { type: 'thinking_delta', thinking });
  const broken = [INIT, begins('m1'), block(0, 'thinking'), thought('Let me '), thought('th')];
  const { messages, outcome } = reduce(interpret([...broken, SUCCESS]));
  expect(messages).toEqual([]);
  expect(outcome?.status).toBe('success');
  // A reply that has ended came whole, whether its lines did or not.
  const whole = reduce(interpret([...broken, ends, SUCCESS]));
  expect(whole.messages).toHaveLength(1);
});

test('a repeated prompt that looks like a notice of the CLI is a prompt', () => {
  const prompts = [
    '[Request interrupted by user]',
    'This session is being continued from a previous conversation',
    '<system-reminder>Nothing.</system-reminder>',
  ];
  const { messages, outcome } = reduce(
    interpret([INIT, ...prompts.map((prompt) => user(prompt, { isReplay: true }))]),
  );
  expect(messages.map(({ role, synthetic, content }) => [role, synthetic, content])).toEqual(
    prompts.map((prompt) => ['user', undefined, [{ type: 'text', text: prompt }]]),
  );
  expect(outcome?.status).not.toBe('canceled');
});

test('what one stream was about when it broke off is not taken for the next', () => {
  const events = interpret([
    INIT,
    begins('m1'),
    block(1, 'text'),
    piece(1, { type: 'text_delta', text: 'Half of' }),
    assistant({ type: 'thinking', thinking: 'Again.' }, { id: 'm1' }),
    assistant(text('Half of it.'), { id: 'm1' }),
  ]);
  expect(reduce(events).messages.map(({ content }) => content[0])).toEqual([
    { type: 'text', text: 'Half of it.' },
    { type: 'thinking', thinking: 'Again.' },
  ]);
});

test.each([
  ['success', true, 'API Error: 400 Bad words', undefined],
  ['error_max_turns', true, 'Reached maximum number of turns', 'error_max_turns'],
  // Up to 2.0, `is_error` says no.
  ['error_max_turns', false, 'Reached maximum number of turns', 'error_max_turns'],
  ['error_during_execution', false, 'The turn ended without an answer.', 'error_during_execution'],
])('a result %s with is_error %s is a failure', (subtype, is_error, message, code) => {
  const record = { type: 'result', subtype, is_error };
  const words = subtype === 'success' ? { result: message } : {};
  const { outcome, errors } = reduce(interpret([INIT, { ...record, ...words }]));
  expect(outcome).toEqual({ status: 'failed', reason: message });
  expect(errors).toEqual([{ message, fatal: true, ...(code !== undefined && { code }) }]);
});

test('the words of a refused request are emitted once, as the failure', () => {
  const said = assistant(text('API Error: 401 Wrong key'), { error: 'authentication_failed' });
  const failed = { ...SUCCESS, is_error: true, result: 'API Error: 401 Wrong key' };
  const { messages, errors } = reduce(interpret([INIT, said, failed]));
  expect(messages).toHaveLength(1);
  expect(errors).toEqual([
    { message: 'API Error: 401 Wrong key', fatal: true, code: 'authentication_failed' },
  ]);
});

test('a stream that breaks off after such words has failed, too', () => {
  const said = assistant(text('API Error: 500'), { error: 'server_error' });
  expect(reduce(interpret([INIT, said])).outcome?.status).toBe('failed');
});

test('what a command of the CLI prints is said by the system', () => {
  const said = assistant(text('Unknown command: /x'), { model: '<synthetic>' });
  const { messages, outcome } = reduce(interpret([INIT, said, SUCCESS]));
  expect(messages.map(({ role }) => role)).toEqual(['system']);
  expect(outcome?.status).toBe('success');
});

test('an interrupted turn is aborted, and has not failed', () => {
  const { outcome, unanswered, messages } = reduce(
    interpret([
      INIT,
      use('t1', 'Bash', { command: 'sleep 60' }),
      result('t1', "The user doesn't want to proceed with this tool use. STOP what you are doing", {
        is_error: true,
      }),
      user([text('[Request interrupted by user for tool use]')]),
      { type: 'result', subtype: 'error_during_execution', is_error: true },
    ]),
  );
  expect(outcome).toEqual({ status: 'canceled', reason: 'interrupted' });
  expect(unanswered).toEqual([]);
  expect(messages[0]?.content[1]).toMatchObject({ type: 'tool_result', status: 'cancelled' });
});

test('a result that is all there is has the answer', () => {
  const record = { ...SUCCESS, result: 'Hello.', usage: USAGE };
  expect(reduce(interpret([record])).messages).toMatchObject([
    { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
  ]);
  expect(reduce(interpret([INIT, assistant(text('Hello.')), record])).messages).toHaveLength(1);
});

test('a request that is tried again is no failure', () => {
  const retry = { type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 10, error: 'x' };
  const events = interpret([INIT, retry, assistant(text('Hi.')), SUCCESS]);
  expect(ofType(events, 'stderr')).toHaveLength(1);
  expect(reduce(events)).toMatchObject({ errors: [], outcome: { status: 'success' } });
});

test('what a sub-agent does belongs to its call, and its prompt to nobody', () => {
  const parent_tool_use_id = 't1';
  const events = interpret([
    INIT,
    use('t1', 'Agent', { prompt: 'Count.' }),
    user([text('Count.')], { parent_tool_use_id }),
    use('t2', 'Bash', { command: 'echo 1' }, { parent_tool_use_id }),
    result('t2', '1', { parent_tool_use_id }),
    result('t1', [text('One.')]),
  ]);
  const { messages } = reduce(events);
  expect(messages.map(({ parentToolUseId, synthetic }) => [parentToolUseId, synthetic])).toEqual([
    [undefined, undefined],
    ['t1', 'task'],
    ['t1', undefined],
  ]);
});

test('prompts that are repeated are the user’s own; what is put in between is not', () => {
  const { messages } = reduce(
    interpret([
      INIT,
      user('begin', { isReplay: true }),
      assistant(text('Hi.')),
      user('This session is being continued from a previous conversation. It was said Hi.', {
        isSynthetic: true,
      }),
      user('Do go on.', { isSynthetic: true }),
    ]),
  );
  expect(messages.map(({ role, synthetic }) => [role, synthetic])).toEqual([
    ['user', undefined],
    ['assistant', undefined],
    ['system', undefined],
    ['user', 'meta'],
  ]);
});

test('what a process has cost in all is emitted turn by turn', () => {
  const turn = (total_cost_usd: number) => [
    INIT,
    assistant(text('Hi.')),
    { ...SUCCESS, usage: USAGE, total_cost_usd },
  ];
  const costs = (options?: LiveOptions) =>
    ofType(interpret([...turn(0.5), ...turn(0.75)], options), 'usage').map(
      ({ cost_usd }) => cost_usd,
    );
  const usageBefore = { input_tokens: 0, output_tokens: 0, total_tokens: 0, cost_usd: 0.25 };
  expect(costs()).toEqual([0.5, 0.25]);
  expect(costs({ version: '2.1.277', usageBefore })).toEqual([0.25, 0.25]);
  expect(costs({ version: '2.1.276', usageBefore })).toEqual([0.5, 0.25]);
});

test('a turn that is cut off says what it used where its pieces say so', () => {
  const whole = [
    INIT,
    begins('m1'),
    block(0, 'text'),
    assistant(text('Hi.'), { id: 'm1', stop_reason: null }),
  ];
  expect(ofType(interpret([...whole, ends]), 'usage')).toMatchObject([{ total_tokens: 1050 }]);
  expect(ofType(interpret(whole), 'usage')).toMatchObject([
    { input_tokens: 1000, output_tokens: 1, total_tokens: 1001 },
  ]);
});

test('lines that share a message id are counted once, where a result counts too little', () => {
  const line = (said: string, id: string) => assistant(text(said), { id, usage: USAGE });
  const events = interpret([
    INIT,
    line('One.', 'm1'),
    line('Two.', 'm1'),
    line('Three.', 'm2'),
    { ...SUCCESS, usage: { input_tokens: 0, output_tokens: 0 } },
  ]);
  expect(ofType(events, 'usage')).toMatchObject([{ input_tokens: 2000, output_tokens: 100 }]);
});

/** What the CLI says a model used. */
const modelUsage = (calls: number, outputTokens = calls * 50): JsonObject => ({
  inputTokens: calls * 400,
  outputTokens,
  cacheReadInputTokens: calls * 600,
});
/** A line that is printed before its message has ended. */
const early = (id: string): JsonObject =>
  assistant(text('Hi.'), { id, stop_reason: null, usage: { ...USAGE, output_tokens: 1 } });
const used = (records: readonly JsonObject[]) =>
  ofType(interpret([INIT, ...records]), 'usage').map(
    ({ input_tokens, output_tokens, total_tokens }) => [input_tokens, output_tokens, total_tokens],
  );

test('what came out of messages that have not ended is taken from the models', () => {
  const spent = { ...SUCCESS, subtype: 'error_max_budget_usd', is_error: true, usage: USAGE };
  const turn = [early('m1'), early('m2')];
  const models = (opus: JsonObject) => ({ haiku: modelUsage(5), opus });
  expect(used([...turn, { ...spent, modelUsage: { opus: modelUsage(2) } }])).toEqual([
    [2000, 100, 2100],
  ]);
  expect(used([...turn, { ...spent, modelUsage: models(modelUsage(2)) }])).toEqual([
    [2000, 100, 2100],
  ]);
  // Over the whole session, or with what sub-agents used: the last message is what is known.
  expect(used([...turn, { ...spent, modelUsage: models(modelUsage(7)) }])).toEqual([
    [2000, 50, 2050],
  ]);
  const model_usage_since_last_result = { opus: modelUsage(2) };
  const resumed = { ...spent, modelUsage: models(modelUsage(7)), model_usage_since_last_result };
  expect(used([...turn, resumed])).toEqual([[2000, 100, 2100]]);
});

test('what models used is counted from the result before', () => {
  const first = { ...SUCCESS, usage: USAGE, modelUsage: { opus: modelUsage(1) } };
  const spent = { ...first, subtype: 'error_max_budget_usd', modelUsage: { opus: modelUsage(3) } };
  expect(used([early('m1'), first, early('m2'), early('m3'), spent])).toEqual([
    [1000, 50, 1050],
    [2000, 100, 2100],
  ]);
});

test('a reply that broke off counts where the result counts it', () => {
  const pieces = (id: string) => [begins(id), block(0, 'text'), early(id), ends];
  const ended = (usage: JsonObject, opus: JsonObject) => ({
    ...SUCCESS,
    usage,
    modelUsage: { opus },
  });
  const withBroken = { input_tokens: 800, cache_read_input_tokens: 1200, output_tokens: 51 };
  const broken = [begins('m0'), ...pieces('m1'), ended(withBroken, modelUsage(2, 51))];
  expect(used(broken)).toEqual([[2000, 51, 2051]]);
  // It is no part of what the messages after it used.
  const unsaid = { input_tokens: 0, output_tokens: 0 };
  expect(used([...broken, ...pieces('m2'), ended(unsaid, modelUsage(3, 101))])).toEqual([
    [2000, 51, 2051],
    [1000, 50, 1050],
  ]);
});

test('two results that come together count once', () => {
  const pieces = (id: string) => [begins(id), block(0, 'text'), early(id), ends];
  const ended = { ...SUCCESS, usage: USAGE, modelUsage: { opus: modelUsage(2) } };
  const [first, ...more] = used([...pieces('m1'), ...pieces('m2'), ended, ended]);
  expect(first).toEqual([2000, 100, 2100]);
  expect(more).toEqual([]);
});

test.each([
  [{ type: 'hologram' }, 'hologram'],
  [{ type: 'system', subtype: 'hologram' }, 'system/hologram'],
  [{ type: 'assistant', message: { content: [{ type: 'hologram' }] } }, 'assistant/hologram'],
  [{ type: 'assistant' }, 'assistant'],
  [{ type: 'user', message: { content: 7 } }, 'user'],
  [{ type: 'stream_event', event: { type: 'hologram' } }, 'stream_event/hologram'],
  [{}, 'untyped'],
])('%j is unknown, by its name', (record, native) => {
  expect(createClaudeLive().push(record)).toMatchObject({ native, disposition: 'unknown' });
});

const TOO_LONG = "API Error: Claude's response exceeded the 32000 output token maximum.";
const tooLong = () => assistant(text(TOO_LONG), { model: '<synthetic>' });

test('a turn that goes on after a reply at its limit has not failed', () => {
  const lines = [INIT, assistant(text('A text')), tooLong(), assistant(text(' and more.'))];
  const events = interpret([...lines, { ...SUCCESS, usage: USAGE }]);
  expect(ofType(events, 'error')).toMatchObject([{ message: TOO_LONG, fatal: false }]);
  expect(ofType(events, 'turn').at(-1)).toMatchObject({ status: 'completed' });
});

test('a result without a token is what the CLI says, and no answer', () => {
  const words = { result: 'Unknown command: /x', usage: { input_tokens: 0, output_tokens: 0 } };
  const [said] = ofType(interpret([INIT, { ...SUCCESS, ...words }]), 'message');
  expect(said).toMatchObject({ role: 'system', content: 'Unknown command: /x' });
  const answer = ofType(interpret([{ ...SUCCESS, result: 'Hi.', usage: USAGE }]), 'message');
  expect(answer).toMatchObject([{ role: 'assistant', content: 'Hi.' }]);
});

test('what a hook says that refuses a prompt is said once, though the result repeats it', () => {
  const content = 'Blocked by a hook.';
  const blocked = { type: 'system', subtype: 'informational', content, prevent_continuation: true };
  const usage = { input_tokens: 0, output_tokens: 0 };
  const events = interpret([INIT, blocked, { ...SUCCESS, result: content, usage }]);
  expect(ofType(events, 'message')).toMatchObject([{ role: 'system', content }]);
  expect(ofType(events, 'stderr')).toEqual([]);
});

test('a complaint after the turn is no failure of it', () => {
  const words = 'only prompt commands are supported in streaming mode';
  const complaint = { type: 'result', subtype: 'error_during_execution', errors: [words] };
  const after = { ...complaint, is_error: true, num_turns: 0 };
  const events = interpret([INIT, assistant(text('Hi.')), { ...SUCCESS, usage: USAGE }, after]);
  expect(ofType(events, 'turn').map(({ status }) => status)).toEqual(['started', 'completed']);
  expect(ofType(events, 'stderr')).toMatchObject([{ content: words }]);
  const alone = ofType(interpret([after]), 'turn').map(({ status }) => status);
  expect(alone).toEqual(['started', 'failed']);
});
