import { describe, expect, test } from 'vitest';
import { say, use } from '../../test-inputs/event-makers.js';
import type { DragomanEvent } from '../event/dragoman-event.js';
import { deriveId } from '../id/derive-id.js';
import { createReducer, reduce } from './reducer.js';

describe('who and when', () => {
  test('later fields of init add, and none is erased', () => {
    const { session } = reduce([
      { type: 'init', session_id: 's1', agent: 'codex' },
      { type: 'init', modelId: 'm1' },
    ]);
    expect(session).toEqual({ id: 's1', agent: 'codex', modelId: 'm1' });
  });

  test('messages know their session, agent, model and turn, also when that is said late', () => {
    const { messages } = reduce([
      say('early'),
      { type: 'init', session_id: 's1', modelId: 'm1', agent: 'codex' },
      { type: 'turn', status: 'started', turn_id: 't1' },
      say('late'),
      say('ask', { role: 'user' }),
    ]);
    expect(messages).toMatchObject([
      { tool: 'codex', sessionId: 's1' },
      { tool: 'codex', sessionId: 's1', model: 'm1', turnId: 't1' },
      { tool: 'codex', sessionId: 's1', turnId: 't1' },
    ]);
    expect(messages[2]).not.toHaveProperty('model');
  });

  test('a turn that an init begins does not have the id of the turn before', () => {
    const { messages } = reduce([
      { type: 'turn', status: 'started', turn_id: 't1' },
      say('first'),
      { type: 'end', status: 'success' },
      { type: 'init' },
      say('second'),
    ]);
    expect(messages.map((message) => message.turnId)).toEqual(['t1', undefined]);
  });

  test('a time the agent recorded is native, one of the journal or the caller is received', () => {
    const ts = '2026-01-02T03:04:05.006Z';
    const options = { now: () => 7, source: 'saved' as const };
    const { messages } = reduce(
      [say('a', { ts }), say('b', { ts, seq: 2 }), say('c'), say('d', { ts: 'soon' })],
      options,
    );
    const recorded = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
    expect(
      messages.map((message) => [message.timestamp, message.timestampSource, message.source]),
    ).toEqual([
      [recorded, 'native', 'saved'],
      [recorded, 'received', 'saved'],
      [7, 'received', 'saved'],
      [7, 'received', 'saved'],
    ]);
  });
});

describe('ids', () => {
  test('are the same for the same events, and differ for equal events at two positions', () => {
    const events = [say('a'), say('a'), say('a', { delta: true }), say('a', { role: 'user' })];
    const ids = reduce(events).messages.map((message) => message.id);
    expect(new Set(ids).size).toBe(4);
    expect(reduce(events).messages.map((message) => message.id)).toEqual(ids);
  });

  test('do not change while a text grows, nor when diagnostics are let in', () => {
    const reducer = createReducer();
    reducer.push(say('a', { delta: true }));
    const [before] = reducer.snapshot().messages;
    reducer.push(say('b', { delta: true }));
    expect(reducer.snapshot().messages[0]?.id).toBe(before?.id);
    const withRaw = reduce([{ type: 'raw', native: 1 }, say('a', { delta: true })]);
    expect(withRaw.messages[1]?.id).toBe(before?.id);
  });

  test('of different sessions differ', () => {
    const idIn = (session_id: string) =>
      reduce([{ type: 'init', session_id }, say('a')]).messages[0]?.id;
    expect(idIn('s1')).not.toBe(idIn('s2'));
  });

  test('of messages without one come from the session, the position, the kind and the words', () => {
    const session: DragomanEvent = { type: 'init', session_id: 's1' };
    const idOf = (...events: DragomanEvent[]) => reduce(events).messages.at(-1)?.id;
    const id = idOf(session, say('a'));
    expect(id).toBe(deriveId('s1', 1, 'assistant', 'a'));
    expect(idOf(say('a'))).toBe(deriveId('', 1, 'assistant', 'a'));
    expect(idOf(session, say('b'))).not.toBe(id);
    expect(idOf(session, say('a', { role: 'user' }))).toBe(deriveId('s1', 1, 'user', 'a'));
    expect(idOf(session, { type: 'reasoning', content: 'a' })).toBe(
      deriveId('s1', 1, 'reasoning', 'a'),
    );
    expect(idOf(session, say('x'), say('a'))).toBe(deriveId('s1', 2, 'assistant', 'a'));
    const ts = '2026-01-02T03:04:05.006Z';
    expect(idOf(session, say('x'), say('a', { ts }))).toBe(deriveId('s1', ts, 'assistant', 'a'));
    expect(idOf(session, say('a', { ts, seq: 7 }))).toBe(id);
  });

  test('are those the agent gave, for texts, thoughts and calls, whichever piece comes first', () => {
    const { messages } = reduce([
      say('a', { id: 'm1' }),
      { type: 'reasoning', content: 'Hm', delta: true, id: 'r1' },
      say('b', { id: 'm2', delta: true }),
      use('c1'),
      say('c', { id: 'm2', delta: true }),
    ]);
    expect(messages.map(({ id }) => id)).toEqual(['m1', 'r1', 'm2', 'c1']);
  });

  test('are not used for a second message, whatever turn it is in, and an empty one is none', () => {
    const again: DragomanEvent[] = [{ type: 'end', status: 'success' }, { type: 'init' }];
    const { messages } = reduce([say('a', { id: 'm' }), ...again, say('a', { id: 'm' })]);
    expect(messages.map(({ id }) => id)).toEqual(['m', deriveId('', 2, 'assistant', 'a')]);
    expect(reduce([say('a', { id: '' })]).messages[0]?.id).toBe(deriveId('', 1, 'assistant', 'a'));
  });

  test('that the agent uses twice stay unique', () => {
    const { messages } = reduce([say('a', { id: 'm' }), say('b', { id: 'm' })]);
    expect(messages[0]?.id).toBe('m');
    expect(messages[1]?.id).toMatch(/^[0-9a-f]{32}$/);
  });

  test('of what the agent dated are those of a later page, wherever the page begins', () => {
    const ts = '2026-01-02T03:04:05.006Z';
    const warn = (message: string, at: string): DragomanEvent => ({
      type: 'error',
      message,
      fatal: false,
      ts: at,
    });
    const last = warn('slow', ts);
    const whole = reduce([warn('slow', '2026-01-01T00:00:00.000Z'), last]).messages;
    expect(reduce([last]).messages[0]?.id).toBe(whole[1]?.id);
  });

  test('of the same words at the same time differ, in constant time each', () => {
    const same = say('a', { ts: '2026-01-02T03:04:05.006Z' });
    const { messages } = reduce(Array.from({ length: 20_000 }, () => same));
    expect(new Set(messages.map((message) => message.id)).size).toBe(20_000);
  });
});
