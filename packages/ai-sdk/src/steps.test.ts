import type { DragomanEvent } from '@dragoman/protocol';
import * as six from 'ai-v6';
import * as seven from 'ai-v7';
import { expect, test } from 'vitest';
import { weather } from '../test-inputs/caller-tools.js';
import { createManualTurns, forget } from '../test-inputs/manual-turns.js';
import { createDragoman } from './v3/create-dragoman.js';
import { createDragoman as createDragomanV4 } from './v4/create-dragoman.js';

const task = { tool_id: 'task', tool_name: 'Task', kind: 'task' } as const;
const AFTER: DragomanEvent[] = [
  { type: 'tool_result', tool_id: 'task', status: 'success', output: 'It is blue.' },
  { type: 'message', role: 'assistant', content: 'Blue.' },
  { type: 'end', status: 'success', exit_code: 0, signal: null },
];

/** A sub-agent calls a tool of the caller: the call that it acts in lasts over the step. */
const subAgents = (requestId: string) =>
  createManualTurns((turn) =>
    turn.emit(
      { type: 'tool_use', ...task, parameters: {} },
      { type: 'tool_request', requestId, tool_name: 'weather', input: { city: 'Smyrna' } },
    ),
  );

type Turns = ReturnType<typeof subAgents>;

const RUNS = {
  'ai 6': (turns: Turns, onStep: () => void) => {
    const result = six.streamText({
      model: createDragoman({ turns })('claude'),
      prompt: 'How is it?',
      tools: { weather },
      stopWhen: six.stepCountIs(3),
      onStepFinish: onStep,
    });
    return six.readUIMessageStream({ stream: result.toUIMessageStream() });
  },
  'ai 7': (turns: Turns, onStep: () => void) => {
    const { stream } = seven.streamText({
      model: createDragomanV4({ turns })('claude'),
      prompt: 'How is it?',
      tools: { weather },
      stopWhen: seven.isStepCount(3),
      onStepEnd: onStep,
    });
    return seven.readUIMessageStream({ stream: seven.toUIMessageStream({ stream }) });
  },
};

test.each([
  ['ai 6', 'this process'],
  ['ai 6', 'another'],
  ['ai 7', 'this process'],
  ['ai 7', 'another'],
] as const)(
  "a call of the agent's own that lasts over a step is one call to %s, which goes on in %s",
  async (version, where) => {
    const requestId = `own ${version}`;
    const turns = subAgents(requestId);
    const onStep = () => {
      if (where === 'another') forget(requestId);
      turns.started[0]?.emit({ type: 'tool_answer', requestId, status: 'success' }, ...AFTER);
    };
    let shown: readonly object[] = [];
    for await (const message of RUNS[version](turns, onStep)) shown = message.parts;
    expect(shown).toMatchObject([
      { type: 'step-start' },
      {
        type: 'dynamic-tool',
        toolName: 'Task',
        state: 'output-available',
        output: { output: 'It is blue.' },
      },
      { type: 'tool-weather', state: 'output-available', output: { sky: 'blue over Smyrna' } },
      { type: 'step-start' },
      { type: 'text', text: 'Blue.' },
    ]);
  },
);
