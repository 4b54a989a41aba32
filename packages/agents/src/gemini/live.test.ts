import { reduce } from '@dragoman/protocol';
import { describe, expect, test } from 'vitest';
import {
  end,
  eventsOf,
  init,
  piece,
  result,
  stream,
  use,
} from '../../test-inputs/gemini-records.js';
import { createGeminiLive } from './live.js';

const live = (...records: Parameters<typeof eventsOf>[1][]) =>
  eventsOf(createGeminiLive(), ...records);
const textsIn = (events: ReturnType<typeof live>) =>
  events.flatMap((event) =>
    'content' in event && 'id' in event ? [[event.id, event.content]] : [],
  );

test('a prompt stands behind what a hook said at the start of the session', () => {
  const content = '<hook_context>from SessionStart</hook_context>\n\nbegin';
  const events = eventsOf(createGeminiLive(), init, stream('message', { role: 'user', content }));
  expect(events.filter(({ type }) => type === 'message')).toEqual([
    {
      type: 'message',
      role: 'user',
      content: '<hook_context>from SessionStart</hook_context>',
      synthetic: 'hook_context',
    },
    { type: 'message', role: 'user', content: 'begin' },
  ]);
});

describe('a turn', () => {
  test('says who speaks, and begins a turn that its result ends', () => {
    const interpreter = createGeminiLive({ version: '0.61.0' });
    const [first, started, , ended] = eventsOf(interpreter, init, piece('Hi.'), end());
    expect(first).toEqual({
      type: 'init',
      agent: 'gemini',
      version: '0.61.0',
      session_id: 's',
      modelId: 'm',
    });
    expect(started).toEqual({ type: 'turn', status: 'started' });
    expect(ended).toEqual({ type: 'turn', status: 'completed' });
  });

  test('that chooses its model does not name it', () => {
    expect(live({ ...init, model: 'auto' })[0]).not.toHaveProperty('modelId');
  });

  test('has the times of its lines', () => {
    const interpreter = createGeminiLive();
    expect(interpreter.push(init).events).toMatchObject([{ ts: init.timestamp }, {}]);
  });

  test('emits what it used once, before its end', () => {
    const stats = { total_tokens: 1050, input_tokens: 1000, output_tokens: 40, cached: 600 };
    expect(live(init, piece('Hi.'), end({ stats })).slice(-2)).toMatchObject([
      { type: 'usage', output_tokens: 50, total_tokens: 1050 },
      { type: 'turn', status: 'completed' },
    ]);
  });

  test('that ends without a result was cut off', () => {
    expect(live(init, piece('Wait')).at(-1)).toEqual({
      type: 'turn',
      status: 'aborted',
      reason: 'The stream ended without a result.',
    });
    expect(live()).toEqual([]);
  });

  test('may be followed by the next in the same stream', () => {
    const statuses = live(init, init, piece('Hi.'), end()).flatMap((event) =>
      'status' in event ? [event.status] : [],
    );
    expect(statuses).toEqual(['started', 'aborted', 'started', 'completed']);
  });
});

describe('a text', () => {
  test('goes on until something else happens', () => {
    const events = live(
      init,
      piece('Let me '),
      piece('look.'),
      use('a', 'run_shell_command', { command: 'ls' }),
      piece('One'),
      result('a', { output: '' }),
      piece('Two'),
      end(),
    );
    const ids = textsIn(events).map(([id]) => id);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(3);
    const { messages } = reduce(live(init, piece('One'), piece(' two.'), end()));
    expect(messages.map(({ content }) => content)).toEqual([[{ type: 'text', text: 'One two.' }]]);
  });

  test('has an id that no other text of the session has, in whatever process', () => {
    const processes = ['2026-01-01T00:00:01.000Z', '2026-01-01T00:00:02.000Z'].map((timestamp) =>
      textsIn(live(init, { ...piece('One'), timestamp }, { ...piece(' two.'), timestamp })),
    );
    const [first, second] = processes.map((texts) => new Set(texts.map(([id]) => id)));
    expect(first?.size).toBe(1);
    expect(second?.size).toBe(1);
    expect(first).not.toEqual(second);
    const joined = textsIn(live(init, piece('One'), end(), init, piece('Two'), end()));
    expect(new Set(joined.map(([id]) => id)).size).toBe(2);
  });

  test('ends where the user speaks', () => {
    const prompt = stream('message', { role: 'user', content: 'go on' });
    const ids = textsIn(live(init, piece('One'), prompt, piece('Two'))).map(([id]) => id);
    expect(new Set(ids).size).toBe(2);
  });

  test('of the user is the prompt', () => {
    expect(live(stream('message', { role: 'user', content: 'hi' }))).toEqual([
      { type: 'message', role: 'user', content: 'hi' },
    ]);
  });
});

describe('a call', () => {
  test('has what a person is shown as its result', () => {
    const events = live(
      use('a', 'run_shell_command', { command: 'ls' }),
      result('a', { output: 'a.txt' }),
      use('b', 'write_file', { file_path: 'x', content: 'y' }),
      result('b', {}),
    );
    expect(events).toMatchObject([
      { type: 'tool_use', tool_id: 'a', tool_name: 'Bash', parameters: { command: 'ls' } },
      { type: 'tool_result', tool_id: 'a', status: 'success', output: 'a.txt' },
      { type: 'tool_use', tool_id: 'b', tool_name: 'Write' },
      { type: 'tool_result', tool_id: 'b', status: 'success' },
    ]);
    expect(events.at(-1)).not.toHaveProperty('output');
  });

  test('that failed has the words that the model got', () => {
    const error = { type: 'file_not_found', message: 'File not found: /a' };
    expect(
      live(
        use('a', 'read_file', { file_path: 'a' }),
        result('a', { status: 'error', output: 'File not found.', error }),
      ).at(-1),
    ).toEqual({ type: 'tool_result', tool_id: 'a', status: 'error', error });
  });

  test('that failed as a command is known where it printed nothing', () => {
    expect(
      live(
        use('a', 'run_shell_command', { command: 'false' }),
        result('a', { output: 'Command exited with code: 1' }),
      ).at(-1),
    ).toMatchObject({ status: 'error', exit_code: 1, output: '' });
    expect(
      live(use('a', 'mcp_s_t', {}), result('a', { output: 'Command exited with code: 1' })).at(-1),
    ).toMatchObject({ status: 'success' });
  });

  test('that sets the plan is the plan, once it is accepted', () => {
    const plan = { todos: [{ description: 'look', status: 'pending' }] };
    expect(live(use('a', 'write_todos', plan), result('a', {}))).toEqual([
      { type: 'plan', items: [{ text: 'look', status: 'pending' }] },
    ]);
    const error = { type: 'invalid_tool_params', message: 'no' };
    const refused = live(
      use('a', 'write_todos', plan),
      result('a', { status: 'error', output: 'no', error }),
    );
    expect(refused).toMatchObject([
      { type: 'tool_use', tool_name: 'TodoWrite', kind: 'plan' },
      { type: 'tool_result', status: 'error' },
    ]);
    expect(live(init, use('a', 'write_todos', plan)).slice(-2)).toMatchObject([
      { type: 'tool_use', tool_name: 'TodoWrite' },
      { type: 'turn', status: 'aborted' },
    ]);
  });
});

describe('a failure', () => {
  const failed = (message: string, type?: string) => [
    { type: 'error', message, fatal: true, ...(type && { code: type }) },
    { type: 'turn', status: 'failed', error: { message, ...(type && { type }) } },
  ];

  test('is in the words of the result', () => {
    const error = { type: 'unknown', message: '[API Error: no]' };
    expect(live(init, end({ status: 'error', error })).slice(-2)).toEqual(
      failed('[API Error: no]'),
    );
    const limit = { type: 'FatalTurnLimitedError', message: 'Too many.' };
    expect(live(init, end({ status: 'error', error: limit })).slice(-2)).toEqual(
      failed('Too many.', 'FatalTurnLimitedError'),
    );
  });

  test('is in the words of the error before, where the result has none', () => {
    const events = live(
      init,
      stream('error', { severity: 'error', message: 'Nothing came.' }),
      end({ status: 'error' }),
    );
    expect(events.slice(2)).toEqual(failed('Nothing came.'));
    expect(live(init, end({ status: 'error' })).at(-1)).toMatchObject({ status: 'failed' });
  });

  test('is none where the turn goes on after an error, and comes before what follows it', () => {
    const error = stream('error', { severity: 'error', message: 'Odd.' });
    const [, , first, second] = live(init, error, { type: 'hologram' }, piece('Hi.'), end());
    expect(first).toEqual({ type: 'error', message: 'Odd.', fatal: false });
    expect(second).toMatchObject({ type: 'message', content: 'Hi.' });
    const interpreter = createGeminiLive();
    interpreter.push(error);
    expect(interpreter.push({ type: 'hologram' })).toMatchObject({
      disposition: 'unknown',
      events: [],
    });
    expect(live(error)).toEqual([{ type: 'error', message: 'Odd.', fatal: false }]);
  });

  test('is what a turn ends with that goes in circles, whatever its result says', () => {
    const loop = stream('error', { severity: 'warning', message: 'Loop detected, stopping' });
    expect(live(init, loop, end()).slice(2)).toEqual(failed('Loop detected, stopping'));
  });

  test('is a turn that has nothing to show, whatever its result says', () => {
    expect(live(init, end()).slice(2)).toEqual(failed('The turn ended without an answer.'));
    const silent = [init, use('a', 'x', {}), result('a', {}), end()];
    const statusOf = (version?: string) =>
      eventsOf(createGeminiLive(version === undefined ? {} : { version }), ...silent).at(-1);
    // Up to 0.41 this is all that is to be seen of a model that refuses or gives no answer.
    expect(statusOf('0.40.1')).toMatchObject({ status: 'failed' });
    expect(statusOf('0.61.0')).toMatchObject({ status: 'completed' });
    expect(statusOf()).toMatchObject({ status: 'completed' });
  });

  test('is not what the turn got over', () => {
    const warning = stream('error', { severity: 'warning', message: 'Blocked.' });
    const error = stream('error', { severity: 'error', message: 'Odd.' });
    expect(live(init, warning, error, piece('On.'), end()).slice(2)).toMatchObject([
      { type: 'error', message: 'Blocked.', fatal: false },
      { type: 'error', message: 'Odd.', fatal: false },
      { type: 'message', content: 'On.' },
      { type: 'turn', status: 'completed' },
    ]);
  });
});

test('what `--output-format json` prints is the answer and what it took', () => {
  const tokens = { prompt: 1000, candidates: 40, total: 1050, cached: 600, thoughts: 10, tool: 0 };
  const document = { session_id: 's', response: 'Done.', stats: { models: { m: { tokens } } } };
  expect(live(document)).toMatchObject([
    { type: 'init', session_id: 's' },
    { type: 'turn', status: 'started' },
    { type: 'message', role: 'assistant', content: 'Done.' },
    { type: 'usage', input_tokens: 1000, output_tokens: 50 },
    { type: 'turn', status: 'completed' },
  ]);
  for (const failed of [
    { session_id: 's', error: { message: 'no' } },
    { response: '', stats: {} },
  ]) {
    expect(live(failed).at(-1)).toMatchObject({ status: 'failed' });
  }
});

test('a line that is not what its name says counts as unknown', () => {
  const interpreter = createGeminiLive();
  for (const record of [
    stream('init'),
    stream('message', { role: 'user' }),
    stream('message', { role: 'judge', content: 'x' }),
    stream('tool_use', { tool_id: 'a' }),
    stream('tool_result'),
    stream('error', { message: 7 }),
    stream('result', { status: 'so so' }),
    stream('hologram'),
    { a: 1 },
  ]) {
    expect(interpreter.push(record)).toMatchObject({ disposition: 'unknown', events: [] });
  }
});
