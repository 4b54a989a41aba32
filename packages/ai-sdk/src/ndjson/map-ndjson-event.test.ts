import { expect, test } from 'vitest';
import { finishStream } from './finish-stream.js';
import { mapNdjsonEvent, type NdjsonEvent } from './map-ndjson-event.js';
import { createMapperContext, type MapperContextOptions } from './mapper-context.js';

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

test('several requests in one pause finish once', () => {
  const parts = mapAll([
    { type: 'execute_request', requestId: 'a', actions: [], fields: [] },
    { type: 'tool_request', requestId: 'b', tool_name: 'getWeather', input: { city: 'Smyrna' } },
  ]);
  expect(typesOf(parts)).toEqual(['tool-call', 'finish', 'tool-call']);
  expect(parts[0]).toMatchObject({
    toolName: 'executeFormActions',
    input: '{"actions":[],"fields":[]}',
  });
  expect(parts[2]).toMatchObject({ toolName: 'getWeather', input: '{"city":"Smyrna"}' });
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
    'that repeats its pieces is not told twice',
    ['Hello ', 'world'],
    'Hello world',
    '|Hello |world|',
  ],
  ['that goes on is told from there', ['Hello'], 'Hello world', '|Hello| world|'],
  ['of its own is told whole', ['Hello'], 'Bye', '|Hello|Bye|'],
])('a whole text %s', (_what, pieces, text, told) => {
  expect(textOf(mapAll([...pieces.map(piece), whole(text)]))).toBe(told);
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
