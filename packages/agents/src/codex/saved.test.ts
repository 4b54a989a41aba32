import type { JsonObject } from '@dragoman/protocol';
import { describe, expect, test } from 'vitest';
import {
  asked,
  call,
  completed,
  emitted,
  event,
  item,
  meta,
  read,
  replied,
  reply,
  started,
  TS,
  thinking,
  thought,
  user,
} from '../../test-inputs/codex-records.js';
import { createCodexSaved } from './saved.js';

describe('what a file says twice is emitted once', () => {
  test('with the events first and the items behind (up to 0.80)', () => {
    const records = [
      ...[user('go'), asked('go'), thinking('a'), thinking('b'), replied('Hi.')],
      ...[thought('a', 'b'), reply('Hi.'), call('c', 'shell', { command: ['ls'] })],
    ];
    expect(emitted(meta('0.58.0'), ...records)).toEqual([
      'turn started',
      'user: go',
      'thought: a',
      'thought: b',
      'assistant: Hi.',
      'Bash c',
    ]);
  });

  test('with the items first', () => {
    expect(emitted(started, reply('Hi.'), replied('Hi.'), thought('a'), thinking('a'))).toEqual([
      'turn started',
      'assistant: Hi.',
      'thought: a',
    ]);
  });

  test('one for one: the same text may be said again', () => {
    const twice = [replied('same'), reply('same'), replied('same'), reply('same')];
    expect(emitted(started, ...twice)).toEqual([
      'turn started',
      'assistant: same',
      'assistant: same',
    ]);
  });

  test('by id from 0.150 on, whatever the text', () => {
    const records = [
      completed({ type: 'Reasoning', id: 'rs_1', summary_text: ['a', 'b'] }),
      item(
        { type: 'reasoning', id: 'rs_1', summary: [{ text: 'a' }, { text: 'b' }] },
        { ordinal: 2 },
      ),
      completed({ type: 'AgentMessage', id: 'm1', content: [{ type: 'Text', text: 'Hi.' }] }),
      reply('Hi. <cite>', { id: 'm1' }),
      completed({
        type: 'WebSearch',
        id: 'ws',
        query: 'x',
        action: { type: 'search', query: 'x' },
      }),
      item({ type: 'web_search_call', id: 'ws', action: { type: 'search', query: 'x' } }),
    ];
    expect(emitted(started, ...records)).toEqual([
      'turn started',
      'thought: a\nb',
      'assistant: Hi.',
      'WebSearch ws',
      'success ws: undefined',
    ]);
  });

  test('but not within another turn', () => {
    const records = [started, replied('same'), started, reply('same')];
    expect(emitted(...records).filter((text) => text.endsWith('same'))).toHaveLength(2);
  });

  test('a search that shares no id with its event (0.135)', () => {
    const action = { type: 'search', query: 'x' };
    const records = [
      event({ type: 'web_search_end', call_id: 'ws', query: 'x', action }),
      item({ type: 'web_search_call', status: 'completed', action }),
      item({ type: 'web_search_call', status: 'completed', action }),
    ];
    expect(emitted(...records).filter((text) => text.startsWith('WebSearch'))).toHaveLength(2);
  });
});

describe('what has no twin keeps its position', () => {
  test('the thoughts and texts of an aborted turn', () => {
    const records = [
      ...[user('go'), asked('go'), thinking('hm'), replied('I will.')],
      event({ type: 'turn_aborted', reason: 'interrupted' }),
    ];
    expect(emitted(...records)).toEqual([
      'turn started',
      'user: go',
      'thought: hm',
      'assistant: I will.',
      'turn aborted',
    ]);
  });

  test('a text that was cut off, before the one that was said then', () => {
    const records = [started, replied('I w'), replied('I will.'), reply('I will.')];
    expect(emitted(...records)).toEqual(['turn started', 'assistant: I w', 'assistant: I will.']);
  });

  test('at once when something later has met its twin', () => {
    const interpreter = createCodexSaved();
    for (const record of [started, replied('a'), replied('b')]) interpreter.push(record);
    expect(interpreter.push(reply('b')).events).toMatchObject([{ content: 'a' }, { content: 'b' }]);
  });
});

describe('turns', () => {
  const total = { input_tokens: 10, output_tokens: 1 };
  const counted = event({ type: 'token_count', info: { total_token_usage: total } });

  test('begin and end where the file says so, with what they used', () => {
    const end = event({ type: 'task_complete', turn_id: 't1' });
    expect(emitted(started, user('go'), asked('go'), counted, end)).toEqual([
      ...['turn started', 'user: go', 'usage', 'turn completed'],
    ]);
    expect(read(started, end)).toMatchObject([{ turn_id: 't1' }, { turn_id: 't1' }]);
  });

  test('begin where a person speaks in files that mark none, and then the last is over', () => {
    expect(emitted(user('a'), asked('a'), counted, user('b'), asked('b'))).toEqual([
      ...['turn started', 'user: a', 'usage', 'turn started', 'user: b'],
    ]);
  });

  test('that failed say why, with the message of whoever refused', () => {
    const message = '{"error":{"message":"Bad thing","code":"bad"}}';
    expect(read(started, event({ type: 'task_complete', error: { message } })).slice(1)).toEqual([
      { type: 'error', message: 'Bad thing', fatal: true, code: 'bad', ts: TS },
      { type: 'turn', status: 'failed', error: { message: 'Bad thing', type: 'bad' }, ts: TS },
    ]);
  });

  test('that an error event ended fail once', () => {
    const failed = event({ type: 'error', message: 'boom' });
    expect(emitted(started, failed, event({ type: 'task_complete' }))).toEqual([
      ...['turn started', 'error', 'turn failed'],
    ]);
    expect(emitted(started, failed)).toEqual(['turn started', 'error', 'turn failed']);
  });
});

describe('a compaction is emitted once, with its summary', () => {
  const compacted = (message: string) => ({
    timestamp: TS,
    type: 'compacted',
    payload: { message },
  });
  const mark = event({ type: 'context_compacted' });
  const emitted = (...records: JsonObject[]) =>
    read(...records).filter(({ type }) => type !== 'turn');

  test.each([
    ['before its mark', [compacted('sum'), mark]],
    ['behind its mark', [mark, compacted('sum')]],
    ['without a mark', [compacted('sum')]],
  ])('%s', (_, records) => {
    expect(emitted(...records)).toEqual([{ type: 'compaction', summary: 'sum', ts: TS }]);
  });

  test('or without one, where there is only a mark', () => {
    expect(emitted(started, mark)).toEqual([{ type: 'compaction', ts: TS }]);
  });

  test('and the reply that is the summary is none (from 0.150 on)', () => {
    const preamble =
      'Another language model started to solve this problem and produced a summary:\n';
    const records = [reply('sum', { id: 'm' }), compacted(`${preamble}sum`)];
    expect(emitted(started, ...records)).toEqual([{ type: 'compaction', summary: 'sum', ts: TS }]);
  });
});

describe('files of several eras', () => {
  test('are read record by record', () => {
    const records = [
      { id: 's', timestamp: TS, instructions: null },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'first' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] },
      ...[user('second'), asked('second'), replied('b'), reply('b')],
      ...[started, user('third'), asked('third')],
      completed({ type: 'AgentMessage', id: 'm', content: [{ type: 'Text', text: 'c' }] }),
      reply('c', { id: 'm' }),
    ];
    expect(emitted(...records)).toEqual([
      ...['turn started', 'user: first', 'assistant: a'],
      ...['turn started', 'user: second', 'assistant: b'],
      ...['turn started', 'user: third', 'assistant: c'],
    ]);
  });

  test('show the parts of a thought as the version did that wrote them', () => {
    const newer = event({ type: 'task_started', turn_id: 't', started_at: 1 });
    expect(emitted(meta('0.58.0'), thought('a', 'b'), newer, thought('c', 'd'))).toEqual([
      ...['thought: a', 'thought: b', 'turn started', 'thought: c\nd'],
    ]);
    expect(emitted(meta('0.116.0'), thought('a', 'b'))).toEqual(['thought: a', 'thought: b']);
    expect(emitted(meta('0.117.0'), thought('a', 'b'))).toEqual(['thought: a\nb']);
  });

  test('have the id of the first session in them', () => {
    const other = { ...meta('0.1.0'), payload: { id: 'parent', cwd: '/q' } };
    expect(read(meta('0.98.0'), other)).toEqual([
      { type: 'init', session_id: 's', agent: 'codex', version: '0.98.0', cwd: '/p', ts: TS },
    ]);
  });

  test('emit a model and a folder only when they change', () => {
    const context = (model: string) => ({ type: 'turn_context', payload: { model, cwd: '/p' } });
    expect(read(meta('0.98.0'), context('m'), context('m'), context('n')).slice(1)).toEqual([
      { type: 'init', modelId: 'm', cwd: '/p' },
      { type: 'init', modelId: 'n', cwd: '/p' },
    ]);
  });
});

test.each([
  [event({ type: 'hologram' }), 'event_msg/hologram'],
  [item({ type: 'hologram' }), 'response_item/hologram'],
  [completed({ type: 'Hologram' }), 'event_msg/item_completed/Hologram'],
  [{ type: 'hologram', payload: {} }, 'hologram'],
  [{ type: 'hologram' }, 'bare/hologram'],
  [{}, 'bare'],
  [event({}), 'event_msg'],
  [event({ type: '__proto__' }), 'event_msg/__proto__'],
])('what no rule covers is unknown under its name: %j', (record, native) => {
  expect(createCodexSaved().push(record)).toEqual({ native, disposition: 'unknown', events: [] });
});

test('a large MCP result without its middle is the result, and not the JSON that is kept of it', () => {
  const text = `${'plum\n'.repeat(200)}…234580 chars truncated…${'plum\n'.repeat(200)}`;
  const json = JSON.stringify({ content: [{ type: 'text', text }] });
  const kept = (content: string) =>
    read(
      meta('0.166.0'),
      started,
      completed({
        type: 'McpToolCall',
        id: 'c',
        server: 'demo',
        tool: 'large',
        arguments: {},
        status: 'completed',
        result: { content: [{ type: 'text', text: content }] },
      }),
    ).find((one) => one.type === 'tool_result');
  expect(kept(json)).toMatchObject({ status: 'success', output: text, truncated: true });
  // The cut may be anywhere, and a tool may answer such a text itself.
  const broken = json.slice(0, -2);
  expect(kept(broken)).toMatchObject({ output: broken, truncated: true });
  const own = JSON.stringify({ content: [{ type: 'text', text: 'plum' }] });
  expect(kept(own)).toMatchObject({ output: own });
});
