import type { DragomanEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createActivity } from './activity.js';

const run = (tool_id: string, command: string): DragomanEvent => ({
  ...{ type: 'tool_use', tool_id, tool_name: 'Bash', parameters: { command }, kind: 'command' },
});

test('says in a few words what the agent is doing', () => {
  const activity = createActivity();
  const after = (event: DragomanEvent) => {
    activity.push(event);
    return activity.words();
  };
  expect(activity.words()).toBe('starting');
  expect(after({ type: 'turn', status: 'started' })).toBe('thinking');
  expect(after({ type: 'message', role: 'assistant', content: 'H', delta: true })).toBe(
    'writing …H',
  );
  expect(after(run('1', 'npm test\nls'))).toBe('$ npm test');
  expect(after(run('2', 'sleep 1'))).toBe('$ sleep 1 and 1 more');
  expect(after({ type: 'tool_result', tool_id: '2', status: 'success' })).toBe('$ npm test');
  expect(after({ type: 'tool_result', tool_id: '1', status: 'success' })).toBe('thinking');
  expect(after({ type: 'turn', status: 'completed' })).toBe('finishing');
});

test('what a call says of itself cannot reach the terminal', () => {
  const activity = createActivity();
  activity.push(run('1', 'echo \u001b[2J\u0007'));
  expect(activity.words()).toBe('$ echo \u2407');
  activity.push({ type: 'tool_result', tool_id: '1', status: 'success' });
  const content = `so\n\u001b[2J\u0007${'x'.repeat(10)}`;
  activity.push({ type: 'message', role: 'assistant', content, delta: true });
  expect(activity.words()).toBe('writing …so \u2407xxxxxxxxxx');
});
