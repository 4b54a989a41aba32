import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  createManualModel,
  END,
  finishOf,
  requested,
  TOOLS,
  USER,
  withResults,
} from '../../test-inputs/manual-model.js';
import { waitingTurns } from './waiting-turns.js';

const ASIDE = { role: 'user' as const, content: [{ type: 'text' as const, text: 'Never mind.' }] };

/** `opened` resolves when it is opened. */
function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Everything that is ready to go on has its turn, many times. */
async function othersHaveActed(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await nextTick();
}

test('results that no turn waits for are an error where the call was ours', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(END));
  const gone = call(withResults(['e1'], ['e1'], 'turn-gone'));
  await expect(gone).rejects.toThrow(expect.objectContaining({ code: 'turn_gone' }));
  expect(turns.started).toEqual([]);
  // The call of another model: the agent gets it with all that was before.
  await call(withResults(['e1']));
  expect(turns.started[0]?.request.prompt).toContain('{"for":"e1"}');
});

test('a call of the caller’s tools is known by its id where its metadata was not kept', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(END));
  const id = `mhu2k3x90123456789-${'0123456789abcdef'.repeat(2)}`;
  const gone = call(withResults([id]));
  await expect(gone).rejects.toThrow(expect.objectContaining({ code: 'turn_gone' }));
  await call(withResults([`chatcmpl-tool-${'0123456789abcdef'.repeat(2)}`]));
  expect(turns.started).toHaveLength(1);
});

test('a turn of a conversation takes no results from another, and is not ended by it', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(requested('s1')));
  const inChat = (conversation: string) => ({ providerOptions: { dragoman: { conversation } } });
  await call(USER, inChat('ada/1'));
  const results = withResults(['s1'], ['s1'], 'turn-1');
  const foreign = call(results, inChat('eve/1'));
  await expect(foreign).rejects.toThrow(expect.objectContaining({ code: 'turn_gone' }));
  const [turn] = turns.started;
  expect([turn?.answers.size, turn?.canceled]).toEqual([0, undefined]);
  turn?.emit(END);
  await call(results, inChat('ada/1'));
  expect(turn?.answers.size).toBe(1);
});

test('of two calls with the same results both get the same step, and there is one turn', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(requested('f1')));
  await call(USER);
  const both = [1, 2].map(() => call(withResults(['f1'], ['f1'], 'turn-1')));
  turns.started[0]?.emit(END);
  const [first, second] = await Promise.all(both);
  expect(finishOf(first ?? [])).toEqual(finishOf(second ?? []));
  expect(turns.started).toHaveLength(1);
  expect(turns.started[0]?.canceled).toBeUndefined();
});

test.each([
  ['with the results', withResults(['g1'])],
  ['without them', withResults(['g1']).slice(0, 2)],
])('a new message %s ends the turn that waits', async (_what, history) => {
  const { turns, call } = createManualModel((turn) =>
    turn.emit(turns.started.length === 1 ? requested('g1') : END),
  );
  await call(USER);
  await call([...history, ASIDE]);
  expect(turns.started.map(({ canceled }) => canceled)).toEqual([
    expect.stringContaining('went on without'),
    undefined,
  ]);
});

test.each([
  ['session', { sessionId: 's-2' }, { sessionId: 's-1' }],
  ['conversation', { conversation: 'c-2' }, { conversation: 'c-1' }],
])('a new message in the same %s ends the turn that waits in it', async (_what, other, same) => {
  const { turns, call } = createManualModel((turn) => {
    turn.emit({ type: 'init', session_id: 's-1' });
    turn.emit(turns.started.length === 1 ? requested('h1') : END);
  });
  await call(USER, { providerOptions: { dragoman: { conversation: 'c-1' } } });
  await call([ASIDE], { providerOptions: { dragoman: other } });
  expect(turns.started[0]?.canceled).toBeUndefined();
  await call([ASIDE], { providerOptions: { dragoman: same } });
  expect(turns.started[0]?.canceled).toBeDefined();
});

test('a turn goes on with its own agent only', async () => {
  const { turns, call } = createManualModel((turn) =>
    turn.emit(turns.started.length === 1 ? requested('i1') : END),
  );
  await call(USER);
  await call(withResults(['i1']), {}, 'claude');
  expect(turns.started).toHaveLength(2);
  expect(turns.started[0]?.canceled).toBeDefined();
});

test('how long a turn waits is up to who conducts it, and a model only says so', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(END), { toolResultLimitMs: 20 });
  await call(USER);
  expect(turns.started[0]?.request.tools).toMatchObject([{ name: 'weather', timeoutMs: 20 }]);
});

test('a reader that leaves before it has read the calls stops the agent', async () => {
  const { turns, provider } = createManualModel((turn) => turn.emit(requested('q1')));
  const { stream } = await provider('codex').doStream({ prompt: USER, tools: TOOLS });
  const nothing = { scope: undefined, conversation: undefined, sessionId: undefined };
  const sought = { ...nothing, requestIds: new Set(['q1']) };
  const reader = stream.getReader();
  let type: string | undefined;
  while (type !== 'tool-call') type = (await reader.read()).value?.type;
  await expect.poll(() => waitingTurns().find(sought)).toHaveLength(1);
  await reader.cancel();
  expect(turns.started[0]?.canceled).toBeDefined();
  expect(waitingTurns().find(sought)).toEqual([]);
});

test('an abort ends a turn that waits, and the signal of an earlier call counts no more', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(requested('k1')));
  const [first, second] = [new AbortController(), new AbortController()];
  await call(USER, { abortSignal: first.signal });
  turns.started[0]?.emit(requested('k2'));
  await call(withResults(['k1']), { abortSignal: second.signal });
  first.abort();
  expect(turns.started[0]?.canceled).toBeUndefined();
  second.abort();
  expect(turns.started[0]?.canceled).toBeDefined();
});

test('a call that is aborted before it begins ends the turn that it would go on with', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(requested('l1')));
  await call(USER);
  const aborted = call(withResults(['l1']), { abortSignal: AbortSignal.abort() });
  await expect(aborted).rejects.toThrow('abort');
  expect(turns.started[0]?.canceled).toBeDefined();
});

test.each(['waits', 'works'])(
  'what is said next begins when a turn that %s has been ended',
  async (what) => {
    const done: string[] = [];
    const end = createGate();
    const { turns, call } = createManualModel((turn) => {
      done.push(`began ${turn.id}`);
      turn.onCancel = async () => {
        await end.opened;
        done.push(`ended ${turn.id}`);
      };
      if (turns.started.length > 1) turn.emit(END);
      else if (what === 'waits') turn.emit(requested('t1'));
    });
    const providerOptions = { dragoman: { sessionId: `t-${what}` } };
    const stop = new AbortController();
    const first = call(USER, { abortSignal: stop.signal, providerOptions });
    if (what === 'waits') await first;
    else await expect.poll(() => turns.started).toHaveLength(1);
    const over = what === 'waits' ? first : expect(first).rejects.toThrow('abort');
    stop.abort();
    const next = call([ASIDE], { providerOptions });
    await expect.poll(() => turns.started[0]?.canceled).toBeDefined();
    await othersHaveActed();
    expect(done).toEqual(['began turn-1']);
    end.open();
    await Promise.all([over, next]);
    expect(done).toEqual(['began turn-1', 'ended turn-1', 'began turn-2']);
  },
);

test('what is said next begins when a turn that was stopped as it began is over', async () => {
  const { turns, call } = createManualModel((turn) => turn.emit(END));
  const { start } = turns;
  const done: string[] = [];
  const providerOptions = { dragoman: { conversation: 'begins' } };
  const stop = new AbortController();
  const beginning = createGate();
  let next: Promise<unknown> | undefined;
  turns.start = async (request, signal) => {
    if (done.push('begins') === 1) {
      stop.abort();
      next = call([ASIDE], { providerOptions });
    }
    await beginning.opened;
    done.push('begun');
    signal?.throwIfAborted();
    return start(request);
  };
  const first = call(USER, { abortSignal: stop.signal, providerOptions });
  const over = expect(first).rejects.toThrow('abort');
  await expect.poll(() => done).toEqual(['begins']);
  await othersHaveActed();
  expect(done).toEqual(['begins']);
  beginning.open();
  await Promise.all([over, next]);
  expect(done).toEqual(['begins', 'begun', 'begins', 'begun']);
});

test('a call goes on with its turn even where another of the conversation cannot be ended', async () => {
  const { turns, call } = createManualModel((turn) =>
    turn.emit(requested(`u${turns.started.length}`)),
  );
  await call(USER);
  await call(USER);
  const [first, second] = turns.started;
  if (first) first.onCancel = () => Promise.reject(new Error('unreachable'));
  second?.emit(END);
  await call([...withResults(['u1'], []), ...withResults(['u2']).slice(1)]);
  expect(first?.canceled).toBeDefined();
  expect(second?.answers.size).toBe(1);
});

test('turns of one scope are not found, answered or ended from another', async () => {
  const providerOptions = { dragoman: { conversation: 'scoped' } };
  const ada = createManualModel((turn) => turn.emit(requested('sc1')));
  const eve = createManualModel((turn) => turn.emit(END));
  Object.assign(ada.turns, { scope: 'ada' });
  Object.assign(eve.turns, { scope: 'eve' });
  await ada.call(USER, { providerOptions });
  await eve.call(USER, { providerOptions });
  const results = withResults(['sc1'], ['sc1'], 'turn-9');
  const stolen = eve.call(results, { providerOptions });
  await expect(stolen).rejects.toThrow(expect.objectContaining({ code: 'turn_gone' }));
  expect(ada.turns.started).toMatchObject([{ canceled: undefined, answers: new Map() }]);
});
