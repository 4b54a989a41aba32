import { createMapperContext, finishStream, mapNdjsonEvent } from '@dragoman/ai-sdk';
import { createPartMapper } from '@dragoman/ai-sdk/internal';
import type { DragomanEvent } from '@dragoman/protocol';
import type { Measurement } from '../benchmark.js';
import { median } from '../median.js';
import { recordedEvents } from './recorded-events.js';

const ROUNDS = 7;
const EVENTS_PER_STREAM = 1000;

/**
 * Events into parts, as the model does it with events of a journal, and as `mapNdjsonEvent` does it
 * with events from anywhere, which it checks first. 200,000 parts a second are 5 µs for one.
 */
export async function mappingSpeed(): Promise<Measurement[]> {
  const streams = streamsOf(recordedEvents(200_000));
  return [
    measure('parts through the mapping of the AI SDK model', 5, () => mapTrusted(streams)),
    measure('parts through mapNdjsonEvent, each event checked', 10, () => mapChecked(streams)),
  ];
}

function measure(name: string, bar: number, run: () => number): Measurement {
  const times: number[] = [];
  let parts = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    // The time of the core, not of the clock: others may want the machine at the same time.
    const began = process.cpuUsage();
    parts = run();
    const { user, system } = process.cpuUsage(began);
    // The first round only warms up.
    if (round > 0) times.push((user + system) / parts);
  }
  const perSecond = (time: number) => `${Math.round(1e6 / time).toLocaleString('en')}/s`;
  return {
    name,
    value: median(times),
    unit: 'µs a part',
    bar,
    detail: `${parts} parts of recorded events, ${ROUNDS} rounds, ${perSecond(median(times))} (${perSecond(Math.max(...times))} to ${perSecond(Math.min(...times))})`,
  };
}

function streamsOf(events: readonly DragomanEvent[]): DragomanEvent[][] {
  const streams: DragomanEvent[][] = [];
  for (let at = 0; at < events.length; at += EVENTS_PER_STREAM) {
    streams.push(events.slice(at, at + EVENTS_PER_STREAM));
  }
  return streams;
}

function mapTrusted(streams: readonly DragomanEvent[][]): number {
  let parts = 0;
  for (const events of streams) {
    const mapper = createPartMapper();
    for (const event of events) parts += mapper.push(event).length;
    parts += mapper.finish({ unified: 'stop', raw: undefined }).length;
  }
  return parts;
}

function mapChecked(streams: readonly DragomanEvent[][]): number {
  let parts = 0;
  for (const events of streams) {
    const context = createMapperContext({ activity: true });
    for (const event of events) parts += mapNdjsonEvent(event, context).parts.length;
    parts += finishStream(context).length;
  }
  return parts;
}
