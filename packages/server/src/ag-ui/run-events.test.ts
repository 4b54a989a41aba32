import { type BaseEvent, compactEvents, verifyEvents } from '@ag-ui/client';
import type { DragomanEvent } from '@dragoman/protocol';
import { from, lastValueFrom, toArray } from 'rxjs';
import { expect, test } from 'vitest';
import {
  END,
  journaled,
  recordedTurns,
  TURN_ID,
  viewOf,
} from '../../test-inputs/recorded-turns.js';
import { createTurnView, type ViewPart } from '../faces/turn-view.js';
import { createRunEvents, type RunEvent } from './run-events.js';

const run = () => createRunEvents({ threadId: 'thread', runId: 'run', turnId: TURN_ID });

function eventsOf(parts: readonly ViewPart[]): readonly RunEvent[] {
  const events = run();
  return [events.start(), ...parts.flatMap((part) => events.push(part))];
}

/** What the protocol's own client says of their order: it throws. */
async function verified(events: readonly RunEvent[]): Promise<readonly BaseEvent[]> {
  const given = events.map((event) => ({ ...event })) as unknown as BaseEvent[];
  return lastValueFrom(from(given).pipe(verifyEvents(), toArray()));
}

test("the protocol's client finds the order of every recorded turn right, compacted or not", async () => {
  const turns = recordedTurns();
  expect(turns.length).toBeGreaterThan(50);
  for (const { name, events } of turns) {
    const made = eventsOf(viewOf(events));
    const passed = await verified(made).catch((error: unknown) => {
      throw new Error(`${name}: ${String(error)}`);
    });
    expect(passed).toHaveLength(made.length);
    const compact = compactEvents([...passed]);
    await lastValueFrom(from(compact).pipe(verifyEvents(), toArray()));
    expect(textOf(compact)).toBe(textOf(made));
  }
});

function textOf(events: readonly { type: string; delta?: unknown }[]): string {
  return events
    .filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT')
    .map(({ delta }) => String(delta))
    .join('');
}

const called: DragomanEvent[] = [
  { type: 'message', role: 'assistant', content: 'I ask.', delta: true, id: 'm1' },
  { type: 'tool_request', requestId: 'r1', tool_name: 'weather', input: { city: 'Smyrna' } },
  {
    type: 'tool_use',
    tool_id: 't1',
    tool_name: 'mcp__caller__weather',
    parameters: { city: 'Smyrna' },
    kind: 'mcp',
  },
  { type: 'usage', input_tokens: 10, output_tokens: 2, total_tokens: 12 },
];
const answered: DragomanEvent[] = [
  { type: 'tool_answer', requestId: 'r1', status: 'success' },
  { type: 'tool_result', tool_id: 't1', status: 'success', output: 'blue' },
  { type: 'message', role: 'assistant', content: 'Blue.' },
  { type: 'usage', input_tokens: 20, output_tokens: 3, total_tokens: 23 },
  END,
];

test('a run ends with the calls of the client open, and the next shows only what is new', async () => {
  const view = createTurnView(TURN_ID);
  const events = journaled([...called, ...answered]);
  const first = run();
  const parts = [...events.slice(0, 4).flatMap((event) => view.push(event)), ...view.pause()];
  const made = [first.start(), ...parts.flatMap((part) => first.push(part))];
  await verified(made);
  expect(made.map(({ type }) => type)).toEqual([
    'RUN_STARTED',
    'TEXT_MESSAGE_START',
    'TEXT_MESSAGE_CONTENT',
    'TEXT_MESSAGE_END',
    'TOOL_CALL_START',
    'TOOL_CALL_ARGS',
    'TOOL_CALL_END',
    'RUN_FINISHED',
  ]);
  expect(made.at(-1)).toMatchObject({
    outcome: { type: 'success', pendingToolCallIds: ['r1'] },
    usage: [{ inputTokens: 10, totalTokens: 12 }],
  });
  const rest = events.slice(4).flatMap((event) => view.push(event));
  const next = run();
  const more = [next.start(), ...rest.flatMap((part) => next.push(part))];
  await verified(more);
  expect(more.map(({ type }) => type)).toEqual([
    'RUN_STARTED',
    'TEXT_MESSAGE_START',
    'TEXT_MESSAGE_CONTENT',
    'TEXT_MESSAGE_END',
    'RUN_FINISHED',
  ]);
  expect(more.at(-1)).toMatchObject({ outcome: { type: 'success' }, usage: [{ totalTokens: 23 }] });
});

test('a turn that fails is an error of its run, in its own words; one that is canceled is none', async () => {
  const failed = { ...END, status: 'failed' as const, reason: 'No such model.', code: 'no_model' };
  const text: DragomanEvent = { type: 'message', role: 'assistant', content: 'Hm', delta: true };
  const made = eventsOf(viewOf([text, failed]));
  await verified(made);
  expect(made.at(-1)).toEqual({ type: 'RUN_ERROR', code: 'no_model', message: 'No such model.' });
  const canceled = eventsOf(viewOf([{ ...END, status: 'canceled' }]));
  expect(canceled.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } });
});

test('what the agent does itself has its result in the run, and a plan is an activity', async () => {
  const made = eventsOf(
    viewOf([
      { type: 'init', session_id: 's1', agent: 'codex' },
      { type: 'reasoning', content: 'Look.' },
      { type: 'plan', items: [{ text: 'Look', status: 'in_progress' }] },
      { type: 'tool_use', tool_id: 'c1', tool_name: 'Bash', parameters: {}, kind: 'command' },
      { type: 'tool_output', tool_id: 'c1', content: 'a' },
      { type: 'tool_result', tool_id: 'c1', status: 'error', output: 'a', exit_code: 1 },
      END,
    ]),
  );
  await verified(made);
  expect(made.map(({ type }) => type)).toEqual([
    'RUN_STARTED',
    'CUSTOM',
    'REASONING_START',
    'REASONING_MESSAGE_START',
    'REASONING_MESSAGE_CONTENT',
    'REASONING_MESSAGE_END',
    'REASONING_END',
    'ACTIVITY_SNAPSHOT',
    'TOOL_CALL_START',
    'TOOL_CALL_ARGS',
    'TOOL_CALL_END',
    'CUSTOM',
    'TOOL_CALL_RESULT',
    'RUN_FINISHED',
  ]);
});
