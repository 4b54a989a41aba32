import { expect, test } from 'vitest';
import {
  createMapperContext,
  finishStream,
  type MapperContextOptions,
  mapNdjsonEvent,
  type NdjsonEvent,
} from './map-ndjson-event.js';

const UNKNOWN_USAGE = {
  inputTokens: {
    total: undefined,
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
  },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function mapAll(events: readonly NdjsonEvent[], options?: MapperContextOptions) {
  const context = createMapperContext(options);
  return [
    ...events.flatMap((event) => mapNdjsonEvent(event, context).parts),
    ...finishStream(context),
  ];
}

const typesOf = (parts: readonly { type: string }[]) => parts.map(({ type }) => type);

test('a stream of text only', () => {
  const context = createMapperContext();
  expect(context).toEqual({ textBlockOpen: false, lastAssistantContent: '' });
  expect(mapNdjsonEvent({ type: 'init', session_id: 's1' }, context)).toEqual({
    parts: [{ type: 'response-metadata' }],
    sessionUpdate: { agentSessionId: 's1' },
  });
  expect(
    mapNdjsonEvent({ type: 'message', role: 'assistant', content: 'Hello ', delta: true }, context),
  ).toEqual({
    parts: [
      { type: 'text-start', id: 'text-1' },
      { type: 'text-delta', id: 'text-1', delta: 'Hello ' },
    ],
  });
  expect(
    mapNdjsonEvent({ type: 'message', role: 'assistant', content: 'world!', delta: true }, context),
  ).toEqual({ parts: [{ type: 'text-delta', id: 'text-1', delta: 'world!' }] });
  expect(context).toEqual({ textBlockOpen: true, lastAssistantContent: 'Hello world!' });
  expect(finishStream(context)).toEqual([
    { type: 'text-end', id: 'text-1' },
    {
      type: 'finish',
      usage: UNKNOWN_USAGE,
      finishReason: { unified: 'stop', raw: undefined },
      providerMetadata: { dragoman: { sessionId: 's1' } },
    },
  ]);
});

test('a request of the agent interrupts the text and ends the step', () => {
  const context = createMapperContext();
  const event = {
    type: 'snapshot_request',
    requestId: 'req-1',
    instruction: 'Fill the login form',
  };
  mapNdjsonEvent({ type: 'message', role: 'assistant', content: 'Filling ', delta: true }, context);
  expect(mapNdjsonEvent(event, context)).toEqual({
    parts: [
      { type: 'text-end', id: 'text-1' },
      {
        type: 'tool-call',
        toolCallId: 'req-1',
        toolName: 'getFormSnapshot',
        input: '{"instruction":"Fill the login form"}',
      },
      {
        type: 'finish',
        usage: UNKNOWN_USAGE,
        finishReason: { unified: 'tool-calls', raw: 'snapshot_request' },
      },
    ],
    relayRequest: event,
    sessionUpdate: { pendingRequestId: 'req-1' },
  });
  expect(context.textBlockOpen).toBe(false);
  expect(finishStream(context)).toEqual([]);
});

test.each<[NdjsonEvent, string, string]>([
  [
    { type: 'execute_request', requestId: 'a', actions: [], fields: [] },
    'executeFormActions',
    '{"actions":[],"fields":[]}',
  ],
  [
    { type: 'tool_request', requestId: 'b', tool_name: 'getWeather', input: { city: 'Smyrna' } },
    'getWeather',
    '{"city":"Smyrna"}',
  ],
])('a request %j is a call of its tool', (event, toolName, input) => {
  expect(mapAll([event])[0]).toMatchObject({ type: 'tool-call', toolName, input });
});

test('a stream that goes on after a request gives no part after the finish', () => {
  const context = createMapperContext({ activity: true, raw: true });
  const ask = { type: 'tool_request', requestId: 'a', tool_name: 'ask', input: {} };
  expect(typesOf(mapNdjsonEvent(ask, context).parts).at(-1)).toBe('finish');
  const later: NdjsonEvent[] = [
    { type: 'init', session_id: 's2' },
    piece('More.'),
    whole('More.'),
    { type: 'reasoning', content: 'Hm' },
    { type: 'tool_use', tool_id: 't', tool_name: 'Bash', kind: 'command', parameters: {} },
    { type: 'error', message: 'Oh', fatal: true },
    { ...ask, requestId: 'b' },
    { type: 'end', status: 'success', exit_code: 0 },
  ];
  expect(later.flatMap((event) => mapNdjsonEvent(event, context).parts)).toEqual([]);
  expect(finishStream(context)).toEqual([]);
  expect(mapNdjsonEvent({ ...ask, requestId: 'c' }, context)).toMatchObject({
    relayRequest: { requestId: 'c' },
    sessionUpdate: { pendingRequestId: 'c' },
  });
});

test('texts on both sides of an internal tool are two, though the tool gives no part', () => {
  const used = {
    type: 'tool_use',
    tool_id: 't',
    tool_name: 'Bash',
    kind: 'command',
    parameters: {},
  };
  const parts = mapAll([piece('I look.'), used, piece('Done.')]);
  expect(typesOf(parts).slice(0, 5)).toEqual([
    'text-start',
    'text-delta',
    'text-end',
    'text-start',
    'text-delta',
  ]);
});

test.each<[string, NdjsonEvent, object]>([
  ['sandbox', { type: 'sandbox', sandbox_id: 'sb' }, { sandboxId: 'sb' }],
  [
    'relay.session',
    { type: 'relay.session', sessionId: 'r', token: 't', relayUrl: 'u', expiresAt: 1 },
    { relaySessionId: 'r', relayToken: 't', relayUrl: 'u' },
  ],
])('%s is for whoever keeps sessions', (_type, event, sessionUpdate) => {
  expect(mapNdjsonEvent(event, createMapperContext()).sessionUpdate).toEqual(sessionUpdate);
});

test.each<[string, NdjsonEvent]>([
  ['what the user said', { type: 'message', role: 'user', content: 'Hi' }],
  [
    'an internal tool',
    { type: 'tool_use', tool_name: 'Bash', tool_id: 't', parameters: {}, kind: 'command' },
  ],
  ['its result', { type: 'tool_result', tool_id: 't', status: 'success' }],
  ['stderr', { type: 'stderr', content: 'oops' }],
  ['an empty piece', { type: 'message', role: 'assistant', content: '', delta: true }],
  ['a type of tomorrow', { type: 'hologram' }],
  ['something without a type', {}],
  ['an event that is not what it says', { type: 'message', role: 'assistant', content: 7 }],
])('%s gives no part', (_what, event) => {
  expect(mapNdjsonEvent(event, createMapperContext()).parts).toEqual([]);
});

const piece = (content: string) => ({ type: 'message', role: 'assistant', content, delta: true });
const whole = (content: string) => ({ type: 'message', role: 'assistant', content });
const textOf = (parts: readonly object[]) =>
  parts
    .map((part) => ('delta' in part ? part.delta : ''))
    .join('|')
    .replaceAll(/\|+/g, '|');

test.each([
  [
    'that repeats its pieces is not emitted twice',
    ['Hello ', 'world'],
    'Hello world',
    '|Hello |world|',
  ],
  ['that goes on is emitted from there', ['Hello'], 'Hello world', '|Hello| world|'],
  ['that is another is emitted whole', ['Hello'], 'Bye', '|Hello|Bye|'],
])('a whole text %s', (_what, pieces, text, emitted) => {
  expect(textOf(mapAll([...pieces.map(piece), whole(text)]))).toBe(emitted);
});

test('a whole text closes the open block and resets what was said', () => {
  const context = createMapperContext();
  mapNdjsonEvent(piece('Hello'), context);
  expect(typesOf(mapNdjsonEvent(whole('Other.'), context).parts)).toEqual([
    'text-end',
    'text-start',
    'text-delta',
    'text-end',
  ]);
  expect(context).toEqual({ textBlockOpen: false, lastAssistantContent: '' });
});

test('a stream in which the agent failed finishes with an error, in its words', () => {
  const parts = mapAll([{ type: 'error', message: 'Invalid API key', fatal: true, code: 'auth' }]);
  expect(parts[0]).toMatchObject({ type: 'error', error: { message: 'Invalid API key' } });
  expect(parts[1]).toMatchObject({ finishReason: { unified: 'error', raw: 'auth' } });
});

test("shows the agent's own tools where that is asked for", () => {
  const parts = mapAll(
    [
      {
        type: 'tool_use',
        tool_name: 'Bash',
        tool_id: 't',
        parameters: { command: 'ls' },
        kind: 'command',
      },
      { type: 'tool_result', tool_id: 't', status: 'error', output: 'no', exit_code: 1 },
    ],
    { activity: true },
  );
  expect(parts.slice(0, 2)).toEqual([
    {
      type: 'tool-call',
      toolCallId: 't',
      toolName: 'Bash',
      input: '{"command":"ls"}',
      providerExecuted: true,
      dynamic: true,
      providerMetadata: { dragoman: { kind: 'command' } },
    },
    {
      type: 'tool-result',
      toolCallId: 't',
      toolName: 'Bash',
      result: { output: 'no', exitCode: 1 },
      isError: true,
      dynamic: true,
    },
  ]);
});
