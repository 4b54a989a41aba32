import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { type Recording, recordings } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { createTranslator } from '../interpret/translator.js';
import { type CodexLiveOptions, createCodexLive } from './live.js';

const live = recordings().filter(({ agent, view }) => agent === 'codex' && view === 'live');

/** How often each scenario calls the model; each call is scripted to use the same amount. */
const MODEL_CALLS: Readonly<Record<string, number>> = {
  bigout: 2,
  empty: 1,
  hello: 1,
  mcp: 2,
  mcpfail: 2,
  multi: 3,
  parallel: 2,
  patch: 2,
  plan: 3,
  shell: 2,
  shellfail: 2,
  unicode: 1,
  websearch: 1,
};
const FAILING = ['http400', 'http401', 'http429', 'midfail'];

function translate(recording: Recording, options?: CodexLiveOptions) {
  const translator = createTranslator(createCodexLive(options));
  const events = [...translator.push(recording.bytes()), ...translator.flush()];
  return { events, stats: translator.stats() };
}

function run(version: string, scenario: string): DragomanEvent[] {
  const found = live.find((recording) => {
    return recording.version === version && recording.scenario === scenario;
  });
  if (found === undefined) throw new Error(`There is no recording of ${scenario} in ${version}.`);
  return translate(found).events;
}

/** The events of a stream that is written out here. */
function interpret(records: readonly JsonObject[], options?: CodexLiveOptions): DragomanEvent[] {
  const interpreter = createCodexLive(options);
  return [...records.flatMap((record) => interpreter.push(record).events), ...interpreter.flush()];
}

function ofType<Type extends DragomanEvent['type']>(events: readonly DragomanEvent[], type: Type) {
  return events.filter((event): event is DragomanEvent & { type: Type } => event.type === type);
}

const each = live.map(
  (recording) => [`${recording.version} ${recording.scenario}`, recording] as const,
);

test('there are recordings of every era', () => {
  expect(new Set(live.map(({ version }) => version)).size).toBeGreaterThanOrEqual(6);
  expect(live.length).toBeGreaterThan(90);
});

test.each(each)('knows every record of %s', (_, recording) => {
  const { stats } = translate(recording);
  expect(stats.dispositions.unknown).toBe(0);
  expect(stats.malformed).toBe(0);
});

test.each(each.filter(([, { scenario }]) => scenario in MODEL_CALLS))(
  'says what the turn of %s used',
  (_, recording) => {
    const calls = MODEL_CALLS[recording.scenario] ?? 0;
    for (const options of [{}, { version: recording.version }]) {
      const usage = ofType(translate(recording, options).events, 'usage');
      expect(usage).toHaveLength(1);
      expect(usage[0]).toMatchObject({
        input_tokens: 1000 * calls,
        cached_input_tokens: 600 * calls,
        output_tokens: 50 * calls,
        total_tokens: 1050 * calls,
      });
      expect(usage[0]?.reasoning_tokens ?? 10 * calls).toBe(10 * calls);
    }
  },
);

/** A scenario that isn't known here fails where Codex says so when it exits; one that a signal ended says nothing. */
function isFailing({ scenario, meta }: Recording): boolean {
  const { turns, exitCodes } = meta();
  if (turns === undefined) return FAILING.includes(scenario);
  return exitCodes?.some((code) => typeof code === 'number' && code !== 0) === true;
}

test.each(each.filter(([, recording]) => isFailing(recording)))(
  'says that the turn of %s failed, and why',
  (_, recording) => {
    const { events } = translate(recording);
    const [error, ...others] = ofType(events, 'error').filter(({ fatal }) => fatal);
    expect(others).toEqual([]);
    expect(events.at(-1)).toMatchObject({
      type: 'turn',
      status: 'failed',
      error: { message: error?.message },
    });
  },
);

test.each(each.filter(([, recording]) => !isFailing(recording)))(
  'finds no failure in %s',
  (_, recording) => {
    const { events } = translate(recording);
    expect(ofType(events, 'error').filter(({ fatal }) => fatal)).toEqual([]);
    expect(ofType(events, 'turn').map(({ status }) => status)).not.toContain('failed');
  },
);

test('reads a command of 0.20', () => {
  expect(run('0.20.0', 'shell')).toEqual([
    { type: 'init', modelId: 'gpt-5', cwd: '/workspace' },
    { type: 'message', role: 'user', content: 'do the shell scenario', delta: false },
    { type: 'turn', status: 'started' },
    { type: 'reasoning', content: '**Planning** list files', delta: false },
    {
      type: 'tool_use',
      tool_id: 'call_3_1',
      tool_name: 'Bash',
      kind: 'command',
      parameters: { command: 'ls' },
      native_parameters: { command: ['bash', '-lc', 'ls'], cwd: '/workspace' },
    },
    { type: 'tool_output', tool_id: 'call_3_1', content: 'a.txt\n' },
    {
      type: 'tool_result',
      tool_id: 'call_3_1',
      status: 'success',
      exit_code: 0,
      output: 'a.txt\n',
      duration_ms: 9,
    },
    { type: 'message', role: 'assistant', content: 'There is one file: a.txt', delta: false },
    {
      type: 'usage',
      input_tokens: 2000,
      cached_input_tokens: 1200,
      output_tokens: 100,
      reasoning_tokens: 20,
      total_tokens: 2100,
    },
  ]);
});

test('reads a command of 0.58', () => {
  const [init, ...events] = run('0.58.0', 'shell');
  const thread = init?.type === 'init' ? init.session_id : undefined;
  expect(thread).toMatch(/^[0-9a-f-]{36}$/);
  const call = { tool_id: `${thread}.1.item_1` };
  expect(events).toMatchObject([
    { type: 'turn', status: 'started' },
    { type: 'reasoning', content: '**Planning** list files' },
    { type: 'tool_use', ...call, tool_name: 'Bash', parameters: { command: 'ls' } },
    { type: 'tool_result', ...call, status: 'success', exit_code: 0, output: 'a.txt\n' },
    { type: 'message', content: 'There is one file: a.txt' },
    { type: 'usage' },
    { type: 'turn', status: 'completed' },
  ]);
});

test.each(['0.20.0', '0.42.0', '0.58.0', '0.98.0', '0.135.0', '0.166.0'])(
  'reads a patch of %s as one edit',
  (version) => {
    const changes = [
      { path: '/workspace/a.txt', kind: 'update' },
      { path: '/workspace/hello.txt', kind: 'add' },
    ];
    const events = run(version, 'patch');
    expect(ofType(events, 'tool_use')).toMatchObject([
      { tool_name: 'Edit', kind: 'edit', parameters: { changes } },
    ]);
    const [result, ...others] = ofType(events, 'tool_result');
    expect(others).toEqual([]);
    expect(result).toMatchObject({ status: 'success', changes });
    expect(result?.output).toBeUndefined();
  },
);

test.each(['0.20.0', '0.42.0', '0.58.0', '0.98.0', '0.135.0', '0.166.0'])(
  'reads an MCP call of %s and one that fails',
  (version) => {
    expect(run(version, 'mcp')).toContainEqual(
      expect.objectContaining({
        type: 'tool_use',
        tool_name: 'mcp__demo__echo',
        kind: 'mcp',
        parameters: { text: 'ping' },
      }),
    );
    expect(ofType(run(version, 'mcp'), 'tool_result')).toMatchObject([
      { status: 'success', output: 'echo: ping' },
    ]);
    expect(ofType(run(version, 'mcpfail'), 'tool_result')).toMatchObject([
      { status: 'error', output: 'scripted tool failure' },
    ]);
  },
);

test.each(['0.42.0', '0.58.0', '0.98.0', '0.135.0', '0.166.0'])(
  'ends the web search of %s with its query known',
  (version) => {
    const events = run(version, 'websearch');
    const uses = ofType(events, 'tool_use');
    expect(uses.at(-1)).toMatchObject({
      tool_name: 'WebSearch',
      parameters: { query: 'weather in Paris' },
    });
    expect(uses.at(-1)?.partial).toBeUndefined();
    expect(new Set(uses.map(({ tool_id }) => tool_id)).size).toBe(1);
    expect(ofType(events, 'tool_result')).toMatchObject([{ status: 'success' }]);
  },
);

test.each(['0.20.0', '0.42.0', '0.58.0', '0.98.0', '0.135.0'])(
  'emits each state of the plan of %s once',
  (version) => {
    const events = run(version, 'plan');
    expect(ofType(events, 'plan').map(({ items }) => items.map(({ status }) => status))).toEqual([
      [expect.stringMatching(/in_progress|pending/), 'pending'],
      ['completed', 'completed'],
    ]);
    expect(ofType(events, 'tool_use')).toEqual([]);
  },
);

test('a notice that Codex connects again fails nothing', () => {
  const events = interpret([
    { type: 'thread.started', thread_id: 't' },
    { type: 'turn.started' },
    { type: 'error', message: 'Reconnecting... 1/5 (stream disconnected)' },
    { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: 'Done.' } },
    { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } },
  ]);
  expect(ofType(events, 'error')).toEqual([]);
  expect(ofType(events, 'stderr')).toHaveLength(1);
  expect(events.at(-1)).toEqual({ type: 'turn', status: 'completed' });
});

test('sets the calls of turns apart whose items have the same ids', () => {
  const turn = [
    { type: 'thread.started', thread_id: 't' },
    { type: 'turn.started' },
    { type: 'item.completed', item: { id: 'item_0', type: 'command_execution', command: 'ls' } },
    { type: 'turn.completed' },
  ];
  const ids = ofType(interpret([...turn, ...turn]), 'tool_use').map(({ tool_id }) => tool_id);
  expect(ids).toEqual(['t.1.item_0', 't.2.item_0']);
  expect(ofType(interpret(turn, { turnId: 'turn-7' }), 'tool_use')[0]?.tool_id).toBe(
    'turn-7.item_0',
  );
});

test('takes the turn of a sub-agent, as 0.98 prints it, for no turn of the stream', () => {
  const spawn = { id: 'item_0', type: 'collab_tool_call', tool: 'spawn_agent', prompt: 'Count.' };
  const events = interpret([
    { type: 'thread.started', thread_id: 't' },
    { type: 'turn.started' },
    { type: 'item.started', item: { ...spawn, status: 'in_progress' } },
    { type: 'turn.started' },
    { type: 'item.completed', item: { ...spawn, status: 'completed' } },
    { type: 'turn.completed' },
  ]);
  expect(ofType(events, 'turn').map(({ status }) => status)).toEqual(['started', 'completed']);
  expect(ofType(events, 'tool_use').map(({ tool_id }) => tool_id)).toEqual(['t.1.item_0']);
  expect(ofType(events, 'tool_result')).toHaveLength(1);
});

test('with `threadEvents: false` reads only what is older than ThreadEvents', () => {
  const interpreter = createCodexLive({ threadEvents: false });
  const disposition = (record: JsonObject) => interpreter.push(record).disposition;
  expect(disposition({ type: 'thread.started', thread_id: 't' })).toBe('unknown');
  expect(disposition({ type: 'item.completed', item: { type: 'reasoning', text: 'x' } })).toBe(
    'unknown',
  );
  expect(disposition({ type: 'error', message: 'x' })).toBe('mapped');
  expect(disposition({ type: 'session.created', model: 'x' })).toBe('mapped');
  expect(disposition({ id: '0', msg: { type: 'agent_message', message: 'x' } })).toBe('mapped');
});

test('counts a text that is none as unknown, so that it is not lost in silence', () => {
  const interpreter = createCodexLive();
  const disposition = (record: JsonObject) => interpreter.push(record).disposition;
  expect(disposition({ type: 'item.completed', item: { type: 'agent_message', text: 7 } })).toBe(
    'unknown',
  );
  expect(disposition({ type: 'item.completed', item: { type: 'agent_message', text: '' } })).toBe(
    'mapped',
  );
  expect(disposition({ id: '0', msg: { type: 'agent_reasoning' } })).toBe('unknown');
});
