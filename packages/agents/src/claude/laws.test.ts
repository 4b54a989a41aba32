import {
  addUsageFigures,
  canonical,
  type DragomanEvent,
  encodeEvent,
  isJsonObject,
  type MessageEvent,
  parseEvent,
  type ReasoningEvent,
  reduce,
  type Transcript,
} from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutAt } from '../../test-inputs/cut-at.js';
import { hostileRecord } from '../../test-inputs/hostile-record.js';
import type { View } from '../interpret/interpreter.js';
import { createTranslator } from '../interpret/translator.js';
import { claudeLiveRules, createClaudeLive } from './live.js';
import { claudeSavedRules, createClaudeSaved } from './saved.js';

const recorded = recordings().filter(({ agent }) => agent === 'claude');
const create = { live: createClaudeLive, saved: createClaudeSaved };
const rules = { live: claudeLiveRules, saved: claudeSavedRules };
const views: View[] = ['live', 'saved'];

function translate(view: View, chunks: readonly (Uint8Array | string)[]) {
  const translator = createTranslator(create[view](), { raw: true });
  return [...chunks.flatMap((chunk) => translator.push(chunk)), ...translator.flush()];
}

const each = recorded.map((one) => [`${one.version} ${one.scenario} (${one.view})`, one] as const);

test.each(each)('%s gives only events of the language, and leaves nothing out', (_, recording) => {
  const events = translate(recording.view, [recording.bytes()]);
  expect(events.filter((event) => !parseEvent(event).ok || event.type === 'raw')).toEqual([]);
  if (recording.view === 'saved') expect(events.filter(({ ts }) => ts === undefined)).toEqual([]);
});

const SCENARIOS = ['unicode', 'partial', 'subagent', 'stdin', 'compactlong'];
const varied = recorded.filter(({ scenario }) => SCENARIOS.includes(scenario));

test.each(varied)(
  '$scenario of $version ($view) gives the same events with the same ids in any chunking',
  ({ view, bytes }) => {
    const whole = JSON.stringify(translate(view, [bytes()]));
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 20 }), (cuts) => {
        expect(JSON.stringify(translate(view, cutAt(bytes(), cuts)))).toBe(whole);
      }),
      { numRuns: 3 },
    );
  },
);

/** Those whose pieces all became whole. */
const pieced = recorded.filter(
  ({ view, scenario }) => view === 'live' && ['partial', 'partialsub'].includes(scenario),
);

test.each(pieced)('pieces change nothing in the $scenario of $version', ({ bytes }) => {
  const lines = Buffer.from(bytes()).toString('utf8').split('\n');
  const whole = lines.filter((line) => !line.startsWith('{"type":"stream_event"'));
  expect(whole.length).toBeLessThan(lines.length);
  const [withPieces, without] = [lines, whole].map((some) =>
    reduce(translate('live', [some.join('\n')])),
  );
  if (withPieces === undefined || without === undefined) throw new Error('there are two');
  expect(canonical(withPieces)).toEqual(canonical(without));
  // Where the results of two turns come together, only pieces say what of it sub-agents used.
  expect(totalOf(withPieces)).toEqual(totalOf(without));
  expect(withPieces.messages.map(({ id }) => id)).toEqual(without.messages.map(({ id }) => id));
});

function totalOf({ usage, subAgentUsage }: Transcript) {
  return usage && subAgentUsage ? addUsageFigures(usage, subAgentUsage) : usage;
}

/** All recordings with partial messages, also those that broke off. */
const withPieces = recorded.filter(
  ({ view, bytes }) => view === 'live' && Buffer.from(bytes()).includes('"stream_event"'),
);

/** A text that is taken back, because its reply broke off and is made again. */
function isTakenBack(event: DragomanEvent): event is MessageEvent | ReasoningEvent {
  const isText = event.type === 'message' || event.type === 'reasoning';
  return isText && event.replaces === true && event.content === '';
}

/** The events without the texts that were taken back. */
function withoutTakenBack(events: readonly DragomanEvent[]): readonly DragomanEvent[] {
  const gone = new Set(events.filter(isTakenBack).map(({ id }) => id));
  return events.filter((event) => {
    const isText = event.type === 'message' || event.type === 'reasoning';
    return !isText || event.id === undefined || !gone.has(event.id);
  });
}

test.each(withPieces)(
  'joined as they come, the pieces of $version $scenario are its texts',
  (one) => {
    const events = translate('live', [one.bytes()]);
    const kept = withoutTakenBack(events);
    expect(kept.filter((event) => 'replaces' in event)).toEqual([]);
    let [text, thought] = ['', ''];
    for (const event of kept) {
      if (event.type === 'message' && event.role === 'assistant') text += event.content;
      if (event.type === 'reasoning') thought += event.content;
    }
    const blocks = reduce(events).messages.flatMap(({ role, content }) =>
      role === 'assistant' ? content : [],
    );
    const all = (read: (block: (typeof blocks)[number]) => string) => blocks.map(read).join('');
    expect(text).toBe(all((block) => (block.type === 'text' ? block.text : '')));
    expect(thought).toBe(all((block) => (block.type === 'thinking' ? block.thinking : '')));
  },
);

test('there are recordings with pieces, and those of sub-agents are among them', () => {
  expect(withPieces.length).toBeGreaterThan(5);
  expect(withPieces.map(({ scenario }) => scenario)).toContain('partialsub');
});

test.each(each)(
  'the ids of texts and thoughts in %s are of one text each',
  (_, { view, bytes }) => {
    const whole = new Set<string>();
    const pieced = new Map<string, string>();
    for (const event of translate(view, [bytes()])) {
      if (event.type !== 'message' && event.type !== 'reasoning') continue;
      if (isTakenBack(event)) continue;
      const { id, delta, type } = event;
      if (delta === true) {
        if (id === undefined) throw new Error('a piece has an id');
        expect(pieced.get(id) ?? type).toBe(type);
        pieced.set(id, type);
      } else if (id !== undefined) {
        expect(whole.has(id)).toBe(false);
        whole.add(id);
      }
    }
    expect([...whole].filter((id) => pieced.has(id))).toEqual([]);
  },
);

const KEYS = [
  ...['type', 'subtype', 'session_id', 'sessionId', 'uuid', 'parentUuid', 'timestamp', 'version'],
  ...['message', 'id', 'model', 'content', 'text', 'thinking', 'signature', 'input', 'name'],
  ...[
    'tool_use_id',
    'is_error',
    'parent_tool_use_id',
    'tool_use_result',
    'toolUseResult',
    'source',
  ],
  ...['isSidechain', 'agentId', 'isMeta', 'isCompactSummary', 'isApiErrorMessage', 'error', 'data'],
  ...['usage', 'input_tokens', 'output_tokens', 'cache_read_input_tokens', 'total_cost_usd', 'url'],
  ...[
    'event',
    'index',
    'delta',
    'content_block',
    'partial_json',
    'stop_reason',
    'result',
    'errors',
  ],
  ...['attachment', 'prompt', 'commandMode', 'maxTurns', 'totalCostUSD', 'todos', 'status', 'task'],
  ...['taskId', 'subject', 'structuredPatch', 'filePath', 'lines', 'stdout', 'isReplay', 'cwd'],
];
const WORDS = [
  ...Object.keys(rules.live).flatMap((name) => name.split('/')),
  ...Object.keys(rules.saved).flatMap((name) => name.split('/')),
  ...['a', 'b', 'Bash', 'Task', 'Agent', 'TodoWrite', 'TaskCreate', 'TaskUpdate', 'Edit', '1'],
  ...['<synthetic>', 'API Error: x', 'No response requested.', '/compact now', 'pending', 'base64'],
  ...['<command-name>/x</command-name>', '<local-command-stdout>x', '<system-reminder>', '<bash-'],
  ...[
    '[Request interrupted by user]',
    'This session is being continued from a previous conversation',
  ],
  ...['Exit code 3\nx', '<tool_use_error>x</tool_use_error>', '<persisted-output>', 'text_delta'],
];

/** A record that one of the rules reads, with anything in it. */
function framed(view: View) {
  const names = Object.keys(rules[view]).map((name) => name.split('/'));
  return fc
    .tuple(fc.constantFrom(...names), hostileRecord(KEYS, WORDS), hostileRecord(KEYS, WORDS))
    .map(([[type = '', sort = ''], record, part]) => {
      if (type === 'assistant' || type === 'user') {
        return { ...record, type, message: { ...part, content: [{ ...part, type: sort }] } };
      }
      if (type === 'stream_event') return { ...record, type, event: { ...part, type: sort } };
      if (type === 'attachment') return { ...record, type, attachment: { ...part, type: sort } };
      return sort === '' ? { ...record, type } : { ...record, type, subtype: sort };
    });
}

test.each(views)(
  'any record is answered in the %s view, and its events can be written and reduced',
  (view) => {
    const record = fc.oneof(hostileRecord(KEYS, WORDS), framed(view));
    fc.assert(
      fc.property(fc.array(record, { maxLength: 12 }), (records) => {
        const interpreter = create[view]();
        const read = records.flatMap((one) => {
          // As it would come off the wire: `__proto__` is a key like any other there.
          const parsed: unknown = JSON.parse(JSON.stringify(one));
          return isJsonObject(parsed) ? interpreter.push(parsed).events : [];
        });
        const events = [...read, ...interpreter.flush()];
        for (const event of events) expect(encodeEvent(event).endsWith('\n')).toBe(true);
        expect(() => reduce(events)).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  },
);

test('records nested ten thousand deep, and names out of the prototype, are no trouble', () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const lines = [
    `{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"a","name":"x","input":{"deep":${deep}}}]}}`,
    `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"a","content":${deep}}]}}`,
    `{"type":"user","message":{"content":${deep}}}`,
    `{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"b","name":"TodoWrite","input":{"todos":${deep}}}]}}`,
    '{"type":"__proto__"}',
    '{"type":"system","subtype":"constructor"}',
    '{"type":"assistant","message":{"content":[{"type":"__proto__"}]}}',
  ];
  for (const view of views) {
    for (const event of translate(view, [lines.join('\n')])) {
      expect(encodeEvent(event)).toContain('"type"');
    }
  }
});

test('calls, sub-agents and messages without number, none of which ends, take no time', () => {
  const interpreter = createClaudeSaved();
  let events = 0;
  for (let index = 0; index < 100_000; index += 1) {
    const block = { type: 'tool_use', id: `t${index}`, name: 'Task', input: { prompt: 'same' } };
    const message = {
      id: `m${index}`,
      content: [block],
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    const isSidechain = index % 2 === 1;
    const record = {
      type: 'assistant',
      uuid: `u${index}`,
      parentUuid: `u${index - 1}`,
      isSidechain,
      message,
    };
    events += interpreter.push(record).events.length;
  }
  expect(events + interpreter.flush().length).toBeGreaterThan(100_000);
});
