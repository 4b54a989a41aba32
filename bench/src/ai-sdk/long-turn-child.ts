import { createDragoman, type TurnSource } from '@dragoman/ai-sdk';
import type { DragomanEvent } from '@dragoman/protocol';
import { readJournal } from '@dragoman/runtime';
import { openJournal } from '@dragoman/runtime/internal';
import type { LongTurnReport } from './long-turn.js';

const PARTS = 1_000_000;
/** The fewest that the events of a step become. */
const PARTS_PER_STEP = 14;
const MARKS = [0.1, 0.5, 1];
const SAMPLED_EVERY = 1000;

/** A turn that does the same over and over: thinks, calls a tool, says something in pieces. */
function* eventsOf(step: number): Generator<DragomanEvent> {
  const id = String(step);
  yield { type: 'reasoning', content: 'I look at the next one.', delta: false, id };
  const call = { tool_id: `call-${id}`, tool_name: 'Bash', kind: 'command' } as const;
  yield { type: 'tool_use', ...call, parameters: { command: 'npm test' } };
  yield { type: 'tool_result', tool_id: call.tool_id, status: 'success', output: 'x'.repeat(200) };
  for (let piece = 0; piece < 8; piece += 1) {
    yield { type: 'message', role: 'assistant', content: `word ${piece} `, delta: true, id };
  }
}

/** Writes the turn as the runtime does: redacted, line by line. */
function writeTurn(directory: string): void {
  const journal = openJournal(directory);
  for (let step = 0; step * PARTS_PER_STEP < PARTS; step += 1) journal.append([...eventsOf(step)]);
  journal.appendEnd({ status: 'success' });
}

const [, , directory = ''] = process.argv;
writeTurn(directory);
const turns: TurnSource = {
  start: async () => ({
    id: 'long',
    events: (options) => readJournal(directory, options),
    answer: () => Promise.resolve('unknown'),
    cancel: () => Promise.resolve(),
  }),
  open: () => Promise.reject(new Error('It is read once.')),
};

const model = createDragoman({ turns })('codex');

/** Reads so many parts of a turn, and calls back after each with how many there were. */
async function readParts(onPart: (count: number) => void): Promise<void> {
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Go.' }] }];
  const { stream } = await model.doStream({ prompt });
  const reader = stream.getReader();
  for (let count = 1; count <= PARTS; count += 1) {
    const { done } = await reader.read();
    if (done) throw new Error(`The turn has only ${count} parts.`);
    onPart(count);
  }
  await reader.cancel();
}

// The collector takes a turn to find out how much room it wants; after it, growth would be a leak.
await readParts(() => {});
const heap: number[] = [];
const rss: number[] = [];
let peak = 0;
const began = performance.now();
await readParts((count) => {
  if (count % SAMPLED_EVERY === 0) peak = Math.max(peak, process.memoryUsage.rss());
  if (!MARKS.includes(count / PARTS)) return;
  rss.push(peak);
  peak = 0;
  globalThis.gc?.();
  heap.push(process.memoryUsage().heapUsed);
});
const seconds = (performance.now() - began) / 1000;

const report: LongTurnReport = { heap, rss, partsPerSecond: PARTS / seconds };
process.send?.(report);
