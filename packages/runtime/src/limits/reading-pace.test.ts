import { agents, createTranslator } from '@dragoman/agents';
import { recordings } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { createReadingPace } from './reading-pace.js';
import { turnLimitsOf } from './turn-limits.js';

/** How long it takes until more may be read. */
async function waitedFor(reading: Promise<void>): Promise<number> {
  const start = performance.now();
  await reading;
  return performance.now() - start;
}

test('whatever comes in five seconds may come at once; after that its pace is kept', async () => {
  const pace = createReadingPace({ eventsPerSecond: 1000 });
  expect(await waitedFor(pace.taken({ events: 4900, bytes: 0 }))).toBeLessThan(20);
  const waited = await waitedFor(pace.taken({ events: 400, bytes: 0 }));
  expect(waited).toBeGreaterThan(250);
});

test('while it waits it says so, and when the turn is over it waits no longer', async () => {
  let waits = 0;
  const pace = createReadingPace({
    eventsPerSecond: 1,
    onWait: () => {
      waits += 1;
    },
    isOver: () => waits === 3,
  });
  await pace.taken({ events: 1_000_000, bytes: 0 });
  expect(waits).toBe(3);
});

test('bytes without events count, and without a limit nothing does', async () => {
  const slow = createReadingPace({ eventsPerSecond: 10 });
  const bytes = 55 * 64 * 1024;
  expect(await waitedFor(slow.taken({ events: 0, bytes }))).toBeGreaterThan(300);
  const free = createReadingPace({ eventsPerSecond: Number.POSITIVE_INFINITY });
  await free.taken({ events: 1e12, bytes: 1e12 });
});

test('no turn that was ever recorded would have waited, had it all come at once', async () => {
  const { eventsPerSecond } = turnLimitsOf();
  for (const recording of recordings().filter(({ view }) => view === 'live')) {
    const live = agents[recording.agent].interpreter.live({ version: recording.version });
    const bytes = recording.bytes();
    const translator = createTranslator(live);
    const events = translator.push(bytes).length + translator.flush().length;
    const pace = createReadingPace({
      eventsPerSecond,
      onWait: () => expect.unreachable(`${recording.path} has ${events} events`),
    });
    await pace.taken({ events, bytes: bytes.length });
  }
});
