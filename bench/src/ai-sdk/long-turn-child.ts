import { createDragoman, type TurnSource } from '@dragoman/ai-sdk';
import type { DragomanEvent, JournaledEvent } from '@dragoman/protocol';

const PARTS = 1_000_000;
const WARM_UP = 100_000;

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

const turns: TurnSource = {
  async start() {
    return {
      id: 'long',
      async *events() {
        let seq = 0;
        for (let step = 0; ; step += 1) {
          for (const event of eventsOf(step)) {
            seq += 1;
            yield Object.assign(event, { seq, ts: '' }) satisfies JournaledEvent;
          }
        }
      },
      cancel: () => Promise.resolve(),
    };
  },
};

const model = createDragoman({ turns })('codex');
const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Go.' }] }];
const { stream } = await model.doStream({ prompt });
const reader = stream.getReader();
let before = 0;
let peak = 0;
const began = performance.now();
for (let part = 0; part < PARTS; part += 1) {
  await reader.read();
  if (part === WARM_UP) before = keptBytes();
  if (part % 1000 === 0) peak = Math.max(peak, process.memoryUsage.rss());
}
const seconds = (performance.now() - began) / 1000;
const after = keptBytes();
await reader.cancel();

process.send?.({
  growthMegabytes: Math.max(0, after - before) / 1e6,
  detail: `heap ${(before / 1e6).toFixed(1)} MB after ${WARM_UP} parts, ${(after / 1e6).toFixed(1)} MB after all; RSS ${(peak / 1e6).toFixed(0)} MB at most; ${Math.round(PARTS / seconds).toLocaleString('en')} parts/s through the streams`,
});

function keptBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
