import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { DragomanEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import {
  createManualModel,
  END,
  finishOf,
  requested,
  said,
  TOOLS,
  USER,
  withResults,
} from '../../test-inputs/manual-model.js';
import { forget, type ManualTurn } from '../../test-inputs/manual-turns.js';

const task = { tool_id: 'task', tool_name: 'Task', kind: 'task' } as const;
const answered = (requestId: string): DragomanEvent => ({
  type: 'tool_answer',
  requestId,
  status: 'success',
});
const spent = { type: 'usage', input_tokens: 10, output_tokens: 1, total_tokens: 11 } as const;

/** Three steps, with all that lasts over them: a call, a sub-agent's thoughts, plans, figures. */
const STEPS: readonly (readonly DragomanEvent[])[] = [
  [
    { type: 'init', agent: 'codex', session_id: 's', modelId: 'm' },
    said('I ask.'),
    { type: 'tool_use', ...task, parameters: {} },
    { type: 'reasoning', content: 'Hm', delta: true, id: 'r', parent_tool_id: 'task' },
    { type: 'plan', items: [{ text: 'Ask', status: 'in_progress' }] },
    spent,
    requested('re-a1'),
    requested('re-a2'),
  ],
  [
    answered('re-a1'),
    answered('re-a2'),
    { type: 'reasoning', content: 'm', delta: true, id: 'r', parent_tool_id: 'task' },
    { type: 'plan', items: [{ text: 'Ask', status: 'completed' }] },
    spent,
    requested('re-b1'),
  ],
  [
    answered('re-b1'),
    { type: 'tool_result', tool_id: 'task', status: 'success', output: 'x' },
    said('Done.'),
    END,
  ],
];

const ownCall = { type: 'tool-call', toolCallId: 'task', toolName: 'Task', input: {} } as const;

/** The prompts of the three calls. A stream has shown the agent's own call in the first. */
function promptsOf(turnId: string): LanguageModelV3Prompt[] {
  const first: LanguageModelV3Prompt = [
    ...USER,
    { role: 'assistant', content: [{ ...ownCall, providerExecuted: true }] },
    ...withResults(['re-a1', 're-a2'], ['re-a1', 're-a2'], turnId).slice(1),
  ];
  return [USER, first, [...first, ...withResults(['re-b1'], ['re-b1'], turnId).slice(1)]];
}

/** All parts of the three calls, of which some are made in a process that knows nothing. */
async function partsOf(forgets: readonly boolean[]) {
  const { turns, call } = createManualModel(() => undefined);
  const steps = [];
  for (const [index, prompt] of promptsOf('turn-1').entries()) {
    if (forgets[index]) forget('re-a1', 're-a2', 're-b1');
    const parts = call(prompt);
    await expect.poll(() => turns.started).toHaveLength(1);
    turns.started[0]?.emit(...(STEPS[index] ?? []));
    steps.push(await parts);
  }
  expect(turns.started).toHaveLength(1);
  expect([...(turns.started[0]?.answers.keys() ?? [])]).toEqual(['re-a1', 're-a2', 're-b1']);
  return steps.map((parts) => parts.map((part) => ({ ...part, timestamp: undefined })));
}

test.each([
  ['the second', [false, true, false]],
  ['the third', [false, false, true]],
  ['each', [false, true, true]],
])('a turn is the same where another process makes %s call of it', async (_which, forgets) => {
  expect(await partsOf(forgets)).toEqual(await partsOf([]));
});

/** A turn that has asked, and of which this process knows nothing. */
async function createWaiting(events: readonly DragomanEvent[], providerOptions = {}) {
  const begin = (turn: ManualTurn) => turn.emit(...events);
  const model = createManualModel(begin);
  await model.call(USER, { providerOptions });
  forget('re-c1', 're-c2');
  const [turn] = model.turns.started;
  if (turn === undefined) throw new Error('No turn was begun.');
  return { ...model, turn, results: withResults(['re-c1'], ['re-c1'], turn.id) };
}

const GONE = { code: 'turn_gone' };

test('the same results again give the same step again, even of a turn that is over', async () => {
  const { turn, call, results } = await createWaiting([requested('re-c1')]);
  turn.emit(answered('re-c1'), said('Blue.'), END);
  const times = [await call(results), await call(results)];
  for (const parts of times) {
    expect(parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []))).toEqual([
      'Blue.',
    ]);
  }
});

test('an earlier step is given again while the turn waits in a later one', async () => {
  const { turn, call, results } = await createWaiting([requested('re-c1')]);
  turn.emit(answered('re-c1'), said('Once more.'), requested('re-c2'));
  const first = await call(results);
  const again = await call(results);
  expect(finishOf(again)).toEqual(finishOf(first));
  expect(turn.canceled).toBeUndefined();
  turn.emit(END);
  const next = [...results, ...withResults(['re-c2'], ['re-c2'], turn.id).slice(1)];
  expect(finishOf(await call(next))).toMatchObject({ finishReason: { unified: 'stop' } });
  expect(turn.canceled).toBeUndefined();
});

test.each<[string, DragomanEvent[], string]>([
  [
    'was ended for want of them',
    [{ ...END, status: 'canceled', reason: 'Enough.' }],
    'canceled, Enough.',
  ],
  [
    'gave the call up and ended',
    [{ type: 'tool_answer', requestId: 're-c1', status: 'expired' }, said('Then not.'), END],
    'success.',
  ],
])('results for a turn that %s are an error that says so', async (_what, events, words) => {
  const { turn, call, results } = await createWaiting([requested('re-c1')]);
  turn.emit(...events);
  turn.receipt = 'late';
  await expect(call(results)).rejects.toThrow(expect.objectContaining(GONE));
  await expect(call(results)).rejects.toThrow(`had ended before these results came: ${words}`);
  expect(turn.answers.size).toBe(0);
});

test('a turn that ended while it waited in this process is gone, too', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(requested('re-e1')));
  await call(USER);
  const [turn] = turns.started;
  if (turn) turn.receipt = 'late';
  turn?.emit({ type: 'tool_answer', requestId: 're-e1', status: 'expired' }, END);
  await expect(call(withResults(['re-e1'], ['re-e1'], 'turn-1'))).rejects.toThrow(
    expect.objectContaining(GONE),
  );
});

test('an agent that has given a call up, and works on, is read on, with a warning', async () => {
  const { turn, call, results } = await createWaiting([requested('re-c1')]);
  turn.receipt = 'late';
  turn.emit({ type: 'tool_answer', requestId: 're-c1', status: 'expired' }, said('Then not.'));
  const parts = call(results);
  setTimeout(() => turn.emit(END), 100);
  expect((await parts)[0]).toMatchObject({
    warnings: [{ type: 'other', message: expect.stringContaining('re-c1') }],
  });
});

test('a turn takes no result of a call that it never made, nor one for another agent', async () => {
  const { turn, call, results } = await createWaiting([
    { type: 'init', agent: 'codex' },
    requested('re-c1'),
  ]);
  const foreign = withResults(['re-c9'], ['re-c9'], turn.id);
  await expect(call(foreign)).rejects.toThrow('never asked for the call re-c9');
  await expect(call(results, {}, 'claude')).rejects.toThrow('It is a turn of codex.');
  expect([turn.answers.size, turn.canceled]).toEqual([0, undefined]);
});

test('a turn of a conversation takes results only from calls of that name', async () => {
  const ada = { dragoman: { conversation: 'ada/1' } };
  const { turn, call, results } = await createWaiting([requested('re-c1')], ada);
  const eve = { dragoman: { conversation: 'eve/1' } };
  for (const providerOptions of [eve, {}]) {
    await expect(call(results, { providerOptions })).rejects.toThrow('of another name');
  }
  expect([turn.answers.size, turn.canceled]).toEqual([0, undefined]);
  turn.emit(END);
  await call(results, { providerOptions: ada });
  expect(turn.answers.size).toBe(1);
});

test('a new message ends a turn that waits elsewhere, where the prompt shows its call', async () => {
  const { turns, turn, call, results } = await createWaiting([requested('re-c1')]);
  const aside = { role: 'user' as const, content: [{ type: 'text' as const, text: 'No.' }] };
  const next = call([...results.slice(0, 2), aside]);
  await expect.poll(() => turns.started).toHaveLength(2);
  expect(turn.canceled).toContain('went on without');
  turns.started[1]?.emit(END);
  await next;
});

test("a whole answer gets the agent's own calls that an earlier one kept back", async () => {
  const bash = { tool_id: 't', tool_name: 'Bash', kind: 'command' } as const;
  const { turns, provider } = createManualModel((turn) =>
    turn.emit({ type: 'tool_use', ...bash, parameters: {} }, requested('re-c1')),
  );
  await provider('codex').doGenerate({ prompt: USER, tools: TOOLS });
  forget('re-c1');
  turns.started[0]?.emit(
    answered('re-c1'),
    { type: 'tool_result', tool_id: 't', status: 'success', output: 'x' },
    END,
  );
  const prompt = withResults(['re-c1'], ['re-c1'], 'turn-1');
  const { content } = await provider('codex').doGenerate({ prompt, tools: TOOLS });
  expect(content).toMatchObject([
    { type: 'tool-call', toolCallId: 't', toolName: 'Bash' },
    { type: 'tool-result', toolCallId: 't', result: { output: 'x' } },
  ]);
});

test('results that could not be given are given by whoever calls again', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(requested('re-d1')));
  await call(USER);
  const [turn] = turns.started;
  if (turn === undefined) throw new Error('No turn was begun.');
  const { answer } = turn;
  turn.answer = () => Promise.reject(new Error('The line is dead.'));
  const results = withResults(['re-d1'], ['re-d1'], turn.id);
  await expect(call(results)).rejects.toThrow('The line is dead.');
  turn.answer = answer;
  turn.emit(END);
  await call(results);
  expect([turn.answers.size, turn.canceled]).toEqual([1, undefined]);
});
