import { reduce } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import {
  apiError,
  completed,
  eventsOf,
  failed,
  printed,
  printedError,
  stepFinish,
  stepStart,
  text,
  thought,
  time,
  tool,
} from '../../test-inputs/opencode-records.js';
import { createOpencodeLive } from './live.js';

const said = (words: string) => text(words, { time });
const types = (events: readonly { type: string }[]) => events.map(({ type }) => type);

test('the first record of a turn introduces it, and its last step ends the turn', () => {
  const live = createOpencodeLive({ version: '1.18.33' });
  const records = [stepStart(), said('Hello.'), stepFinish()].map(printed);
  expect(eventsOf(live, ...records)).toMatchObject([
    { type: 'init', session_id: 'ses_a', agent: 'opencode', version: '1.18.33' },
    { type: 'turn', status: 'started' },
    { type: 'message', role: 'assistant', content: 'Hello.' },
    { type: 'usage', input_tokens: 1000, cached_input_tokens: 600, output_tokens: 50 },
    { type: 'turn', status: 'completed' },
  ]);
});

test('one record is a call and its result', () => {
  const call = printed(tool('bash', completed({ command: 'false' }, 'no\n', { exit: 1 })));
  expect(eventsOf(createOpencodeLive(), call).slice(2)).toEqual([
    {
      type: 'tool_use',
      tool_id: 'call_a',
      tool_name: 'Bash',
      kind: 'command',
      parameters: { command: 'false' },
      native_name: 'bash',
    },
    {
      type: 'tool_result',
      tool_id: 'call_a',
      status: 'error',
      output: 'no\n',
      exit_code: 1,
      duration_ms: 5,
    },
  ]);
});

test('what an attempt said that broke off gives way to what the last one says', () => {
  const attempts = [
    [stepStart(), thought('Hm.'), said('Par')],
    [stepStart(), thought('Well.'), said('Part'), said('And')],
    [stepStart(), thought('So.'), said('Part one.'), said('And two.'), stepFinish()],
  ];
  const live = createOpencodeLive();
  const events = [
    ...attempts.flat().flatMap((part) => [...live.push(printed(part)).events]),
    ...live.flush(),
  ];
  const texts = reduce(events).messages.flatMap(({ content }) => content);
  expect(texts).toMatchObject([{ thinking: 'So.' }, { text: 'Part one.' }, { text: 'And two.' }]);
});

test('of a retry only what is new is emitted: the end of a text, or a text that replaces another', () => {
  const again = (first: string, last: string) => {
    const live = createOpencodeLive();
    const parts = [stepStart(), said(first), stepStart(), said(last), stepFinish()];
    const events = parts.flatMap((part) => [...live.push(printed(part)).events]);
    return events.flatMap((event) => {
      if (event.type !== 'message') return [];
      const { content, delta, replaces } = event;
      return [{ content, delta, ...(replaces && { replaces }) }];
    });
  };
  const first = { content: 'Par', delta: true };
  expect(again('Par', 'Par')).toEqual([first]);
  expect(again('Par', 'Part one.')).toEqual([first, { content: 't one.', delta: true }]);
  expect(again('Par', 'Other.')).toEqual([
    first,
    { content: 'Other.', delta: false, replaces: true },
  ]);
});

test('the retry of a text has the id of the first, and a thought another', () => {
  const live = createOpencodeLive();
  const parts = [stepStart(), thought('Hm.'), said('A'), stepStart(), thought('So.'), said('B')];
  const events = [
    ...parts.flatMap((part) => [...live.push(printed(part)).events]),
    ...live.flush(),
  ];
  const ids = events.flatMap((event) => ('content' in event && 'id' in event ? event.id : []));
  expect(ids).toHaveLength(4);
  expect(ids.slice(2)).toEqual(ids.slice(0, 2));
  expect(ids[0]).not.toBe(ids[1]);
});

test('what the first attempt says is emitted at once', () => {
  const live = createOpencodeLive();
  live.push(printed(stepStart()));
  expect(types(live.push(printed(said('Hello.'))).events)).toEqual(['message']);
});

test('the same words in the next message are words of their own', () => {
  const steps = [
    [stepStart('msg_1'), said('Same.'), stepFinish('tool-calls')],
    [stepStart('msg_2'), said('Same.'), stepFinish()],
  ];
  const live = createOpencodeLive();
  const events = steps.flat().flatMap((part) => [...live.push(printed(part)).events]);
  expect(reduce(events).messages).toHaveLength(2);
});

test('an error fails the turn, once', () => {
  const events = eventsOf(createOpencodeLive(), printedError(apiError('No credit.')));
  expect(events.slice(2)).toEqual([
    { type: 'error', message: 'No credit.', fatal: true, code: 'APIError' },
    { type: 'turn', status: 'failed', error: { message: 'No credit.', type: 'APIError' } },
  ]);
});

test('a conversation that is too long is a warning when it goes on, else a failure', () => {
  const tooLong = printedError({ name: 'ContextOverflowError', data: { message: 'Too long.' } });
  const goesOn = [tooLong, ...[stepStart(), said('Short.'), stepFinish()].map(printed)];
  expect(eventsOf(createOpencodeLive(), ...goesOn).slice(2)).toMatchObject([
    { type: 'error', message: 'Too long.', fatal: false },
    { type: 'message' },
    { type: 'usage' },
    { type: 'turn', status: 'completed' },
  ]);
  expect(eventsOf(createOpencodeLive(), tooLong).slice(2)).toMatchObject([
    { type: 'error', message: 'Too long.', fatal: true },
    { type: 'turn', status: 'failed' },
  ]);
});

test('a turn that stops at a refused call was aborted, and one that breaks off has no end', () => {
  const refusal = failed(
    { command: 'x' },
    'The user rejected permission to use this specific tool call.',
  );
  const refused = [stepStart(), tool('bash', refusal), stepFinish('tool-calls')].map(printed);
  expect(eventsOf(createOpencodeLive(), ...refused).at(-1)).toEqual({
    type: 'turn',
    status: 'aborted',
    reason: 'denied',
  });
  const cut = [stepStart(), said('Wait.')].map(printed);
  expect(types(eventsOf(createOpencodeLive(), ...cut))).toEqual(['init', 'turn', 'message']);
});

test('a person who stops a turn is no failure', () => {
  const stopped = printedError({ name: 'MessageAbortedError', data: { message: 'Aborted' } });
  expect(eventsOf(createOpencodeLive(), stopped).slice(2)).toEqual([
    { type: 'turn', status: 'aborted', reason: 'interrupted' },
  ]);
});

test('what OpenCode adds in the user’s name is `synthetic`', () => {
  const goOn = text('Continue if you have next steps.', { synthetic: true, time });
  expect(eventsOf(createOpencodeLive(), printed(goOn)).at(-1)).toMatchObject({
    type: 'message',
    role: 'user',
    synthetic: 'context',
  });
});

test('a record that is not what it says is unknown', () => {
  const live = createOpencodeLive();
  const dispositions = [
    { type: 'text' },
    { type: 'tool_use', part: {} },
    { type: 'hologram' },
    {},
  ].map((record) => live.push(record).disposition);
  expect(dispositions).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
});
