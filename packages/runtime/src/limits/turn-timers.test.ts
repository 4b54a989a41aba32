import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TurnLimits } from './turn-limits.js';
import { createTurnTimers, type LimitName } from './turn-timers.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch(limits: TurnLimits) {
  const passed: LimitName[] = [];
  const timers = createTurnTimers(limits, (limit) => passed.push(limit));
  return { passed, ...timers };
}

test('an agent that is never heard has never started', () => {
  const { passed, started } = watch({ neverStartedMs: 100 });
  vi.advanceTimersByTime(1000);
  started();
  vi.advanceTimersByTime(99);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['never_started']);
});

test('one that is heard may be silent for as long as the idle limit says, each time', () => {
  const { passed, started, heard } = watch({ neverStartedMs: 100, idleMs: 200 });
  started();
  for (let round = 0; round < 5; round += 1) {
    vi.advanceTimersByTime(90 + round * 20);
    heard();
  }
  vi.advanceTimersByTime(199);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['idle']);
});

test('one that goes on after its last words may be silent as long as before', () => {
  const { passed, started, heard, saidEnd, wentOn } = watch({ idleMs: 200, hangAfterEndMs: 50 });
  started();
  heard();
  // At its beginning, too, an agent says that a turn begins.
  wentOn();
  saidEnd();
  vi.advanceTimersByTime(49);
  wentOn();
  vi.advanceTimersByTime(199);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['idle']);
});

test('however much it says, it ends when its time is over, and only one limit is passed', () => {
  const { passed, started, heard } = watch({ idleMs: 200, wallMs: 1000 });
  started();
  for (let round = 0; round < 20; round += 1) {
    heard();
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(10_000);
  expect(passed).toEqual(['wall']);
});

test('one that said it is done must go, also when its idle limit is shorter', () => {
  const { passed, started, heard, saidEnd } = watch({ idleMs: 50, hangAfterEndMs: 200 });
  started();
  heard();
  saidEnd();
  vi.advanceTimersByTime(150);
  heard();
  vi.advanceTimersByTime(199);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['hang_after_end']);
});

test('while it waits for somebody else neither its silence nor its time counts', () => {
  const passed: LimitName[] = [];
  const start = performance.now();
  let waitedUntil: number | undefined;
  const last = () => waitedUntil ?? performance.now();
  const waiting = { last, total: () => last() - start };
  const limits = { idleMs: 100, wallMs: 500 };
  const timers = createTurnTimers(limits, (limit) => passed.push(limit), waiting);
  timers.started();
  timers.heard();
  vi.advanceTimersByTime(1050);
  waitedUntil = performance.now();
  vi.advanceTimersByTime(99);
  expect(passed).toEqual([]);
  for (let round = 0; round < 5; round += 1) {
    timers.heard();
    vi.advanceTimersByTime(80);
  }
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['wall']);
});

test('one that always waits for somebody else ends when its total time is over', () => {
  const start = performance.now();
  const waiting = { last: () => performance.now(), total: () => performance.now() - start };
  const passed: LimitName[] = [];
  const limits = { idleMs: 100, wallMs: 500, totalMs: 1500 };
  const timers = createTurnTimers(limits, (limit) => passed.push(limit), waiting);
  timers.started();
  for (let round = 0; round < 14; round += 1) {
    timers.heard();
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(99);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['total']);
});

test.each([
  [60_000, 3_660_000],
  [3_600_000, 10_800_000],
  [36_000_000, 108_000_000],
])('with %i ms of wallMs it has %i ms in all, unless totalMs is given', (wallMs, totalMs) => {
  const waiting = { last: () => performance.now(), total: () => performance.now() };
  const passed: LimitName[] = [];
  const timers = createTurnTimers({ wallMs }, (limit) => passed.push(limit), waiting);
  timers.started();
  timers.heard();
  vi.advanceTimersByTime(totalMs - 1);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['total']);
});

test('nothing happens once it is stopped, and no timer is left', () => {
  const { passed, started, heard, stop } = watch({ neverStartedMs: 100 });
  started();
  heard();
  stop();
  heard();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(10_000_000);
  expect(passed).toEqual([]);
});

test('a limit may be infinite, or longer than a timer of Node can be', () => {
  const month = 30 * 24 * 3_600_000;
  const { passed, started, heard } = watch({
    neverStartedMs: Number.POSITIVE_INFINITY,
    idleMs: Number.POSITIVE_INFINITY,
    wallMs: month,
  });
  started();
  heard();
  vi.advanceTimersByTime(month - 1);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['wall']);
});

test('being heard touches no timer', () => {
  const { started, heard, stop } = watch({});
  started();
  heard();
  // No spy: Vitest would restore it once more after this file, with the fake `setTimeout` it was put on.
  const set = vi.fn(globalThis.setTimeout);
  vi.stubGlobal('setTimeout', set);
  for (let line = 0; line < 1000; line += 1) heard();
  vi.unstubAllGlobals();
  expect(set).not.toHaveBeenCalled();
  stop();
});

test.each([
  [1, '1 millisecond'],
  [40, '40 milliseconds'],
  [1000, '1 second'],
  [1500, '1.5 seconds'],
])('says how long it waited: %i', (neverStartedMs, duration) => {
  const words: string[] = [];
  const timers = createTurnTimers({ neverStartedMs }, (_limit, said) => words.push(said));
  timers.started();
  vi.advanceTimersByTime(neverStartedMs);
  expect(words).toEqual([`It said nothing in the first ${duration} and was stopped.`]);
});
