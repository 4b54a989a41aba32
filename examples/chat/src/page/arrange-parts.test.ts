import { expect, test } from 'vitest';
import type { ChatPart } from '../shared/chat-message.js';
import { arrangeParts } from './arrange-parts.js';

function planned(id: string, status: 'pending' | 'completed'): ChatPart {
  const input = { items: [{ text: 'Look', status }] };
  return {
    type: 'dynamic-tool',
    toolName: 'plan',
    toolCallId: id,
    state: 'output-available',
    input,
    output: input,
  };
}

test('what the agent does between two texts is one block', () => {
  const blocks = arrangeParts([
    { type: 'step-start' },
    { type: 'reasoning', text: 'Hm.' },
    {
      type: 'dynamic-tool',
      toolName: 'Bash',
      toolCallId: '1',
      state: 'input-available',
      input: { command: 'ls' },
    },
    { type: 'text', text: 'Well.' },
    { type: 'text', text: '\n' },
    { type: 'reasoning', text: 'So.' },
  ]);
  expect(blocks).toMatchObject([
    { kind: 'activity', rows: [{ kind: 'thought' }, { kind: 'call', call: { state: 'running' } }] },
    { kind: 'text', part: { text: 'Well.' } },
    { kind: 'activity', rows: [{ kind: 'thought' }] },
  ]);
});

test('a plan stays where it was first made, as it was last', () => {
  const blocks = arrangeParts([
    planned('1', 'pending'),
    { type: 'text', text: 'Well.' },
    planned('2', 'completed'),
  ]);
  expect(blocks).toMatchObject([
    { kind: 'plan', items: [{ text: 'Look', status: 'completed' }] },
    { kind: 'text' },
  ]);
});
