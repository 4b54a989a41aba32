import { expect, test } from 'vitest';
import { reduce } from '../reduce/reducer.js';
import { exampleEvents } from '../reference/events-page.js';
import { eventSchemas } from './dragoman-event.js';
import {
  eventTraits,
  isConversationEvent,
  isRequestEvent,
  isRunEvent,
  isTaskEnd,
  traitsOf,
} from './event-traits.js';

const typesWhere = (has: (type: keyof typeof eventTraits) => boolean) =>
  exampleEvents()
    .map(({ type }) => type)
    .filter(has);

test('every type has traits, in the order of the page', () => {
  expect(Object.keys(eventTraits)).toEqual(Object.keys(eventSchemas));
  expect(traitsOf('hologram')).toBeUndefined();
  expect(traitsOf('toString')).toBeUndefined();
});

test('only the turn writes what an agent could abuse', () => {
  expect(typesWhere((type) => eventTraits[type].writer === 'turn')).toEqual([
    'sandbox',
    'relay.session',
    'snapshot_request',
    'execute_request',
    'tool_request',
    'tool_answer',
    'artifact',
    'workspace_risk',
    'changes',
    'end',
  ]);
});

test('only a run writes what happens in it, and no turn says anything of that', () => {
  const ofRuns = exampleEvents().filter(isRunEvent);
  expect(ofRuns.map(({ type }) => type)).toEqual(
    Object.keys(eventSchemas).filter((type) => /^(run|strategy|task)\./.test(type)),
  );
  expect(reduce(ofRuns)).toEqual(reduce([]));
});

test('a task has three ways to end, and an interruption is none', () => {
  const ends = exampleEvents().filter(isTaskEnd);
  expect(ends.map(({ type }) => type)).toEqual(['task.completed', 'task.failed', 'task.canceled']);
  for (const { strategy, key } of ends)
    expect([typeof strategy, typeof key]).toEqual(['number', 'string']);
});

test('what is about a task or a strategy names it', () => {
  for (const event of exampleEvents()) {
    if (/^(strategy|task)\./.test(event.type)) expect(event).toHaveProperty('strategy');
    if (event.type.startsWith('task.')) expect(event).toHaveProperty('key');
  }
});

test('the evidence of a turn is what its verdict, its session and its figures need', () => {
  expect(typesWhere((type) => eventTraits[type].isEvidence)).toEqual([
    'init',
    'usage',
    'turn',
    'error',
    'stderr',
  ]);
});

test('what is not part of the conversation changes no message but an unknown one', () => {
  const aside = exampleEvents().filter((event) => !isConversationEvent(event));
  expect(aside.map(({ type }) => type)).toContain('ping');
  const { messages } = reduce(aside);
  expect(messages.flatMap(({ content }) => content.map(({ type }) => type))).toEqual(['unknown']);
});

test('a request has an id that its answer names', () => {
  const requests = exampleEvents().filter(isRequestEvent);
  expect(requests.map(({ requestId }) => requestId)).toHaveLength(3);
});

test('an example of each type that interrupts texts begins a new one, and no other does', () => {
  const piece = { type: 'message', role: 'assistant', content: 'a', delta: true } as const;
  for (const event of exampleEvents()) {
    const { messages } = reduce([piece, event, piece]);
    const texts = messages.flatMap(({ content }) =>
      content.flatMap((block) =>
        block.type === 'text' && /^a+$/.test(block.text) ? block.text : [],
      ),
    );
    const isStart = event.type === 'turn' && event.status === 'started';
    const isCut = eventTraits[event.type].interruptsText !== 'no' && !isStart;
    expect(texts, event.type).toEqual(isCut ? ['a', 'a'] : ['aa']);
  }
});
