import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { say } from '../../test-inputs/event-makers.js';
import type { DragomanEvent, JournaledEvent } from '../event/dragoman-event.js';
import { isRequestEvent } from '../event/event-traits.js';
import { type ReadEvents, readStep, type StepEnd, type StepOptions } from './read-step.js';

const END: DragomanEvent = { type: 'end', status: 'success', exit_code: 0, signal: null };
const request = (requestId: string): DragomanEvent => ({
  type: 'tool_request',
  requestId,
  tool_name: 'weather',
});
const answered = (requestId: string): DragomanEvent => ({
  type: 'tool_answer',
  requestId,
  status: 'success',
});

/** What comes, and how long after what was before it. */
type Timed = readonly [afterMs: number, event: DragomanEvent];

interface Journal {
  readonly read: ReadEvents;
  /** How many readings are open. */
  readonly readings: number;
}

/** A journal that is written by the clock. With `isCut` nothing follows its last event. */
function journalOf(events: readonly Timed[], { isCut = false } = {}): Journal {
  let at = Date.now();
  const written = events.map(([afterMs, event], index): readonly [number, JournaledEvent] => {
    at += afterMs;
    return [at, { ...event, seq: index + 1, ts: '' }];
  });
  let readings = 0;
  return {
    get readings() {
      return readings;
    },
    async *read({ after, signal }) {
      readings += 1;
      try {
        for (const [time, event] of written.slice(after)) {
          await passed(time - Date.now(), signal);
          if (signal.aborted) return;
          yield event;
          if (event.type === 'end') return;
        }
        if (!isCut) await passed(Number.POSITIVE_INFINITY, signal);
      } finally {
        readings -= 1;
      }
    },
  };
}

async function passed(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

interface Step extends StepEnd {
  readonly events: readonly JournaledEvent[];
}

/** One step, whose reader takes so long over each event. */
async function stepOf(read: ReadEvents, options: StepOptions = {}, readerMs = 0): Promise<Step> {
  const step = readStep(read, options);
  const events: JournaledEvent[] = [];
  while (true) {
    const next = await step.next();
    if (next.done === true) return { events, ...next.value };
    events.push(next.value);
    if (readerMs > 0) await passed(readerMs, new AbortController().signal);
  }
}

const named = ({ events }: Step) =>
  events.map((event) =>
    'requestId' in event ? event.requestId : 'content' in event ? event.content : event.type,
  );

/** Lets time pass until it is done. */
async function inTime<Value>(promise: Promise<Value>): Promise<Value> {
  let isDone = false;
  const settle = () => {
    isDone = true;
  };
  promise.then(settle, settle);
  while (!isDone) await vi.advanceTimersByTimeAsync(5);
  return promise;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a step', () => {
  test('ends with its last request, and what follows is read again by the next', async () => {
    const { read } = journalOf([
      [0, say('first')],
      [0, request('a')],
      [5, say('between')],
      [10, request('b')],
      [39, say('after')],
      [100, END],
    ]);
    const first = await inTime(stepOf(read));
    expect(named(first)).toEqual(['first', 'a', 'between', 'b']);
    expect(first).toMatchObject({ reason: 'paused', cursor: 4 });
    const second = await inTime(stepOf(read, { after: first.cursor }));
    expect(named(second)).toEqual(['after', 'end']);
    expect(second).toMatchObject({ reason: 'ended', cursor: 6 });
  });

  test('gives a request at once, and not when its time is over', async () => {
    const step = readStep(journalOf([[0, request('a')]]).read);
    const before = Date.now();
    expect(await inTime(step.next())).toMatchObject({ value: { requestId: 'a' } });
    expect(Date.now() - before).toBeLessThanOrEqual(5);
    await inTime(step.return({ reason: 'lost', cursor: 0 }));
  });

  test('takes a request for its own that comes 39 ms after the last, and not one after 41', async () => {
    const { read } = journalOf([
      [0, request('a')],
      [39, request('b')],
      [39, request('c')],
      [41, request('d')],
    ]);
    const first = await inTime(stepOf(read));
    expect([named(first), first.reason]).toEqual([['a', 'b', 'c'], 'paused']);
    const second = await inTime(stepOf(read, { after: first.cursor }));
    expect([named(second), second.reason]).toEqual([['d'], 'paused']);
  });

  test('goes on after a request that is answered, however late it is read', async () => {
    const { read } = journalOf([
      [0, request('a')],
      [0, request('b')],
      [0, answered('b')],
      [0, say('more')],
      [0, answered('a')],
      [0, say('after both')],
      [500, request('c')],
      [0, say('behind c')],
    ]);
    const step = await inTime(stepOf(read));
    expect(named(step)).toEqual(['a', 'b', 'b', 'more', 'a', 'after both', 'c']);
    expect(step).toMatchObject({ reason: 'paused', cursor: 7 });
  });

  test('has the end of a turn that ended though its requests were open', async () => {
    const { read } = journalOf([
      [0, request('a')],
      [10, say('giving up')],
      [10, END],
    ]);
    const step = await inTime(stepOf(read));
    expect([named(step), step.reason]).toEqual([['a', 'giving up', 'end'], 'ended']);
  });

  test('is empty where the agent still waits for a request of an earlier one', async () => {
    const { read } = journalOf([
      [0, request('a')],
      [0, request('b')],
      [0, answered('a')],
      [0, say('on with it')],
      [100, answered('b')],
      [0, END],
    ]);
    const waiting = await inTime(stepOf(read, { after: 2, openRequests: ['b'] }));
    expect(waiting).toEqual({ events: [], reason: 'paused', cursor: 2 });
    const gone = await inTime(stepOf(read, { after: 2, openRequests: ['b'], windowMs: 200 }));
    expect(named(gone)).toEqual(['a', 'on with it', 'b', 'end']);
  });

  test('is lost where the events stop, or their reading is aborted', async () => {
    const { read } = journalOf([[0, say('first')]], { isCut: true });
    expect(await inTime(stepOf(read))).toMatchObject({ reason: 'lost', cursor: 1 });
    const abort = new AbortController();
    const journal = journalOf([[0, say('first')]]);
    const step = stepOf(journal.read, { signal: abort.signal });
    setTimeout(() => abort.abort(), 50);
    expect(await inTime(step)).toMatchObject({ reason: 'lost', cursor: 1 });
    const none = await inTime(stepOf(journal.read, { signal: abort.signal }));
    expect(none).toEqual({ events: [], reason: 'lost', cursor: 0 });
    expect(journal.readings).toBe(0);
  });

  test('passes on that its events can not be read', async () => {
    // biome-ignore lint/correctness/useYield: it fails before it has anything.
    const failing: ReadEvents = async function* () {
      throw new Error('no such disk');
    };
    await expect(stepOf(failing)).rejects.toThrow('no such disk');
  });

  test('keeps no more than a thousand events back', async () => {
    const flood = Array.from({ length: 2000 }, (): Timed => [0, say('x')]);
    const { read } = journalOf([[0, request('a')], ...flood, [0, request('b')]]);
    expect(named(await inTime(stepOf(read)))).toEqual(['a']);
  });

  test('leaves no reading open, whoever ends it', async () => {
    const journal = journalOf([
      [0, request('a')],
      [1, say('more')],
    ]);
    await inTime(stepOf(journal.read));
    const left = readStep(journal.read);
    await inTime(left.next());
    await left.return({ reason: 'lost', cursor: 0 });
    await vi.advanceTimersByTimeAsync(0);
    expect(journal.readings).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the steps of a turn', () => {
  const kinds = fc.constantFrom('say' as const, 'request' as const, 'answer' as const);
  const timed = fc.tuple(fc.constantFrom(0, 1, 20, 39, 41, 200), kinds);

  /** Answers follow their requests, and each comes once, as journals have it. */
  function eventsOf(drawn: readonly (readonly [number, 'say' | 'request' | 'answer'])[]): Timed[] {
    const open: string[] = [];
    return drawn.map(([afterMs, kind], index): Timed => {
      const id = `request-${index}`;
      if (kind === 'request') open.push(id);
      const oldest = kind === 'answer' ? open.shift() : undefined;
      if (oldest !== undefined) return [afterMs, answered(oldest)];
      return [afterMs, kind === 'request' ? request(id) : say(`said ${index}`)];
    });
  }

  /** All steps, each of which begins with no request open: its caller has answered all of them. */
  async function stepsOf(read: ReadEvents, readerMs: number, betweenMs: number): Promise<Step[]> {
    const steps: Step[] = [];
    while (steps.at(-1)?.reason !== 'ended') {
      steps.push(await stepOf(read, { after: steps.at(-1)?.cursor }, readerMs));
      await passed(betweenMs, new AbortController().signal);
    }
    return steps;
  }

  test('are all its events, none lost and none twice, whenever they come and are read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(timed, { maxLength: 25 }),
        fc.constantFrom(0, 30, 100),
        fc.constantFrom(0, 10, 1000),
        async (drawn, readerMs, betweenMs) => {
          const journal = journalOf([...eventsOf(drawn), [10, END]]);
          const steps = await inTime(stepsOf(journal.read, readerMs, betweenMs));
          const seqs = steps.flatMap(({ events }) => events.map(({ seq }) => seq));
          expect(seqs).toEqual(Array.from({ length: drawn.length + 1 }, (_, index) => index + 1));
          for (const { reason, events, cursor } of steps) {
            const last = events.at(-1);
            expect(cursor).toBe(last?.seq);
            if (reason === 'paused') expect(last && isRequestEvent(last)).toBe(true);
          }
          expect(journal.readings).toBe(0);
        },
      ),
      { numRuns: 150 },
    );
  });
});
