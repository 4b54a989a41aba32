import { describe, expect, test } from 'vitest';
import { use } from '../../test-inputs/event-makers.js';
import type { DragomanEvent } from '../event/dragoman-event.js';
import { reduce } from './reducer.js';

describe('the plan', () => {
  const items = [{ text: 'look', status: 'pending' as const }];
  const todos = [{ content: 'look', status: 'pending', activeForm: 'look' }];

  test('is the latest, and each new one is a TodoWrite call that awaits no answer', () => {
    const done = [{ text: 'look', status: 'completed' as const }];
    const { plan, messages, unanswered } = reduce([
      { type: 'plan', items },
      { type: 'plan', items },
      { type: 'plan', items: done },
    ]);
    expect(plan).toEqual(done);
    expect(messages).toHaveLength(2);
    expect(messages[0]?.content).toEqual([
      { type: 'tool_use', id: messages[0]?.id, name: 'TodoWrite', input: { todos } },
    ]);
    expect(unanswered).toEqual([]);
  });

  test('that a call has set is not shown twice', () => {
    const { plan, messages } = reduce([
      {
        type: 'tool_use',
        tool_id: 'a',
        tool_name: 'TodoWrite',
        parameters: { todos },
        kind: 'plan',
      },
      { type: 'plan', items, tool_id: 'a' },
    ]);
    expect(messages).toHaveLength(1);
    expect(plan).toEqual(items);
  });

  const planCall: DragomanEvent = {
    type: 'tool_use',
    tool_id: 'a',
    tool_name: 'TodoWrite',
    parameters: { todos },
    kind: 'plan',
  };
  const callsIn = (...events: DragomanEvent[]) =>
    reduce(events).messages.map((message) => message.content[0]);

  test('that names a call which never comes is shown', () => {
    expect(callsIn({ type: 'plan', items, tool_id: 'gone' })).toMatchObject([
      { name: 'TodoWrite', input: { todos } },
    ]);
  });

  test('that comes before its call is shown until the call is, and not twice', () => {
    const early: DragomanEvent = { type: 'plan', items, tool_id: 'a' };
    expect(callsIn(early)).toHaveLength(1);
    expect(callsIn(early, planCall)).toMatchObject([{ id: 'a' }]);
  });

  test('that names a call is not taken for set by a call of an earlier turn', () => {
    const next: DragomanEvent[] = [{ type: 'end', status: 'success' }, { type: 'init' }];
    expect(callsIn(use('a'), ...next, { type: 'plan', items, tool_id: 'a' })).toMatchObject([
      { name: 'Bash' },
      { name: 'TodoWrite' },
    ]);
  });
});
