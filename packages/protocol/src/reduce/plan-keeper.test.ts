import { describe, expect, test } from 'vitest';
import { reduce } from './reduce.js';

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

  test('that a call has set is not told twice', () => {
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
});
