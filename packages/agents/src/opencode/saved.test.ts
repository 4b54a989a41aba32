import type { JsonObject } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import {
  apiError,
  assistant,
  completed,
  eventsOf,
  failed,
  part,
  session,
  stepFinish,
  stepStart,
  text,
  thought,
  tool,
  user,
} from '../../test-inputs/opencode-records.js';
import { createOpencodeSaved } from './saved.js';

const DOT = { mime: 'image/png', url: 'data:image/png;base64,aGk=' };

test('a session is its facts, what the user asked, and what came of it', () => {
  const document = {
    info: session({ model: { providerID: 'anthropic', id: 'm' } }),
    messages: [user(text('Say hello.')), assistant([stepStart(), text('Hello.'), stepFinish()])],
  };
  expect(eventsOf(createOpencodeSaved(), document)).toMatchObject([
    {
      type: 'init',
      session_id: 'ses_a',
      agent: 'opencode',
      version: '1.18.33',
      cwd: '/w',
      modelId: 'anthropic/m',
    },
    { type: 'turn', status: 'started', turn_id: 'msg_u' },
    { type: 'message', role: 'user', content: 'Say hello.' },
    { type: 'message', role: 'assistant', content: 'Hello.' },
    { type: 'usage', input_tokens: 1000, cost_usd: 0.002 },
    { type: 'turn', status: 'completed', turn_id: 'msg_u' },
  ]);
});

test('its pieces one by one give the same events as the document', () => {
  const info = session();
  const messages = [
    user(text('Go.')),
    assistant([stepStart(), thought('Hm.'), tool('bash', completed({ command: 'ls' }))]),
    assistant([text('Done.'), stepFinish()]),
  ];
  const whole = eventsOf(createOpencodeSaved(), { info, messages });
  expect(eventsOf(createOpencodeSaved(), info, ...messages)).toEqual(whole);
});

test('counts every part of a document by its name', () => {
  const document = {
    info: session(),
    messages: [user(text('Go.')), assistant([part('hologram'), part('snapshot')]), { odd: true }],
  };
  const { parts = [] } = createOpencodeSaved().push(document);
  expect(parts.map(({ native, disposition }) => `${native} ${disposition}`)).toEqual([
    'session mapped',
    'message/user mapped',
    'part/text mapped',
    'message/assistant mapped',
    'part/hologram unknown',
    'part/snapshot metadata',
    'message unknown',
  ]);
});

test('of the attempts at an answer the last one counts', () => {
  const parts = [
    ...[stepStart(), thought('Hm.'), text('Par'), tool('bash', completed({ command: 'ls' }))],
    ...[stepStart(), thought('So.'), text('Part one.'), text('And two.'), stepFinish()],
  ];
  const saved = createOpencodeSaved();
  const { events, parts: counted = [] } = saved.push(assistant(parts));
  const words = events.flatMap((event) => ('content' in event ? event.content : event.type));
  expect(words).toEqual([
    'init',
    'So.',
    'Part one.',
    'tool_use',
    'tool_result',
    'And two.',
    'usage',
  ]);
  expect(counted).toHaveLength(parts.length + 1);
});

test('a text that never ended gives way to the next one, where nothing says that another attempt begins', () => {
  const open = (words: string) => text(words, { time: { start: 1 } });
  const whole = text('A text that is cut.', { time: { start: 2, end: 2 } });
  const said = (...parts: readonly JsonObject[]) =>
    createOpencodeSaved()
      .push(assistant([...parts]))
      .events.flatMap((event) => ('content' in event ? event.content : []));
  expect(said(stepStart(), open('A te'), whole, stepFinish())).toEqual(['A text that is cut.']);
  const twice = [thought('Hm.'), open('A'), thought('So.'), open('A te')];
  expect(said(stepStart(), ...twice, stepStart(), thought('Well.'), whole, stepFinish())).toEqual([
    'Well.',
    'So.',
    'A text that is cut.',
  ]);
  // The last one was under way when OpenCode was stopped.
  expect(said(stepStart(), text('One.'), stepFinish(), stepStart(), open('Tw'))).toEqual([
    'One.',
    'Tw',
  ]);
});

test('a text that nobody can read replaces none', () => {
  const unreadable = part('text', { text: 7 });
  const { events, parts: counted = [] } = createOpencodeSaved().push(
    assistant([stepStart(), text('Part one.'), stepStart(), unreadable, stepFinish()]),
  );
  expect(events.flatMap((event) => ('content' in event ? event.content : []))).toEqual([
    'Part one.',
  ]);
  expect(counted.filter(({ disposition }) => disposition === 'unknown')).toHaveLength(1);
});

test('images belong to what the user said, and are emitted without it if need be', () => {
  const said = eventsOf(createOpencodeSaved(), user(part('file', DOT), text('What is it?')));
  const source = { type: 'base64', media_type: 'image/png', data: 'aGk=' };
  expect(said.slice(1)).toMatchObject([{ content: 'What is it?', images: [source] }]);
  const unsaid = eventsOf(createOpencodeSaved(), user(part('file', DOT)));
  expect(unsaid.slice(1)).toMatchObject([{ role: 'user', content: '', images: [source] }]);
});

test('what OpenCode adds to a prompt is nobody’s speech and begins no turn', () => {
  const added = text('Called the Read tool …', { synthetic: true });
  expect(eventsOf(createOpencodeSaved(), user(added))).toMatchObject([
    { type: 'message', role: 'user', synthetic: 'context' },
  ]);
});

test('an end of line that OpenCode put before a prompt is not the user’s', () => {
  expect(eventsOf(createOpencodeSaved(), user(text('\nGo.')))).toContainEqual(
    expect.objectContaining({ content: 'Go.' }),
  );
});

test('a summary is a compaction, and the turn goes on', () => {
  const records = [
    user(text('Go.')),
    assistant([stepStart(), tool('bash', completed({ command: 'ls' })), stepFinish('tool-calls')]),
    user(part('compaction', { auto: true })),
    assistant([stepStart(), text('We listed files.'), stepFinish()], { summary: true }),
    user(text('Continue.', { synthetic: true })),
    assistant([stepStart(), text('Done.'), stepFinish()]),
  ];
  const events = eventsOf(createOpencodeSaved(), ...records);
  expect(events).toContainEqual({ type: 'compaction', summary: 'We listed files.' });
  expect(events.filter(({ type }) => type === 'turn')).toMatchObject([
    { status: 'started' },
    { status: 'completed' },
  ]);
});

test('an error of a message fails its turn, and the next is another', () => {
  const records = [
    user(text('Go.')),
    assistant([], { error: apiError('No credit.') }),
    user(text('Again.')),
    assistant([stepStart(), text('Done.'), stepFinish()]),
  ];
  const turns = eventsOf(createOpencodeSaved(), ...records).filter(({ type }) => type === 'turn');
  expect(turns).toMatchObject([
    { status: 'started' },
    { status: 'failed', error: { message: 'No credit.', type: 'APIError' } },
    { status: 'started' },
    { status: 'completed' },
  ]);
});

test('a call that was running when OpenCode ended has no result, but what it had printed', () => {
  const running = { status: 'running', input: { command: 'sleep 9' }, metadata: { output: 'zzz' } };
  const events = eventsOf(
    createOpencodeSaved(),
    user(text('Go.')),
    assistant([tool('bash', running)]),
  );
  expect(events.slice(-2)).toMatchObject([
    { type: 'tool_use', parameters: { command: 'sleep 9' } },
    { type: 'tool_output', content: 'zzz' },
  ]);
});

test('a turn that was stopped is aborted, by a person or by a refusal', () => {
  const stopped = { error: { name: 'MessageAbortedError', data: { message: 'Aborted' } } };
  const byPerson = eventsOf(createOpencodeSaved(), user(text('Go.')), assistant([], stopped));
  expect(byPerson.at(-1)).toMatchObject({ status: 'aborted', reason: 'interrupted' });
  const refusal = failed(
    {},
    'The user has specified a rule which prevents you from using this specific tool call. Here',
  );
  const refused = [stepStart(), tool('bash', refusal), stepFinish('tool-calls')];
  const byRule = eventsOf(createOpencodeSaved(), user(text('Go.')), assistant(refused));
  expect(byRule.at(-1)).toMatchObject({ status: 'aborted', reason: 'denied' });
});

test('retries are notices, and what a command asks of a sub-agent is no speech', () => {
  const retry = part('retry', { attempt: 1, error: apiError('Overloaded') });
  const subtask = part('subtask', { prompt: 'Look around.', description: 'look', agent: 'a' });
  expect(eventsOf(createOpencodeSaved(), assistant([retry])).at(-1)).toEqual({
    type: 'stderr',
    content: 'Overloaded',
  });
  expect(eventsOf(createOpencodeSaved(), user(subtask)).at(-1)).toMatchObject({
    content: 'Look around.',
    synthetic: 'subtask',
  });
});
