import type { JournaledEvent } from '@dragoman/protocol';
import { expect, test, vi } from 'vitest';
import type { ModelPart } from '../mapping/model-part.js';
import { createPartMapper } from '../mapping/part-mapper.js';
import type { LiveTurn } from './live-turn.js';
import { createPartStream } from './part-stream.js';
import type { ModelTurn } from './turn-source.js';

type Emitted = JournaledEvent extends infer Event
  ? Omit<Event & JournaledEvent, 'seq' | 'ts'>
  : never;

/** A turn with given events, for what a real one can't be made to show. */
function createTurn(events: () => AsyncGenerator<Emitted>) {
  const cancel = vi.fn(() => Promise.resolve());
  let read = 0;
  const turn: ModelTurn = {
    id: 'turn',
    async *events() {
      for await (const event of events()) {
        read += 1;
        yield Object.assign(event, { seq: read, ts: '' }) as JournaledEvent;
      }
    },
    answer: () => Promise.resolve('unknown'),
    cancel,
  };
  return { turn, cancel, read: () => read };
}

const said = (content: string) =>
  ({ type: 'message', role: 'assistant', content, delta: true }) as Emitted;

async function collect(stream: ReadableStream<ModelPart>): Promise<ModelPart[]> {
  const parts: ModelPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

function streamOf(
  turn: ModelTurn,
  signal?: AbortSignal,
  refine: LiveTurn['refine'] = (parts) => parts,
) {
  const live: LiveTurn = {
    model: 'codex',
    turn,
    scope: undefined,
    conversation: undefined,
    resumes: undefined,
    mapper: createPartMapper(),
    refine,
    toolNames: [],
    open: new Set(),
    cursor: 0,
    held: [],
  };
  return createPartStream({
    live,
    face: (parts) => parts,
    first: [],
    signal,
    onPause() {},
    end: turn.cancel,
  });
}

test('events that stop without an end are an error and an interruption', async () => {
  const { turn } = createTurn(async function* () {
    yield said('Half a');
  });
  expect((await collect(streamOf(turn))).slice(-3)).toMatchObject([
    { type: 'error', error: { code: 'turn_lost' } },
    { type: 'text-end' },
    { type: 'finish', finishReason: { unified: 'interrupted' } },
  ]);
});

test('events that cannot be read on are an error, and the agent is stopped', async () => {
  const { turn, cancel } = createTurn(async function* () {
    yield said('Half a');
    throw new Error('the disk is gone');
  });
  const parts = await collect(streamOf(turn));
  expect(parts.filter(({ type }) => type === 'finish')).toHaveLength(1);
  expect(String(parts.find((part) => part.type === 'error')?.error)).toContain('the disk is gone');
  expect(cancel).toHaveBeenCalledOnce();
});

test('reads no further ahead than its reader', async () => {
  const { turn, read, cancel } = createTurn(async function* () {
    for (;;) yield said('more ');
  });
  const reader = streamOf(turn).getReader();
  for (let count = 0; count < 10; count += 1) await reader.read();
  expect(read()).toBeLessThan(13);
  await reader.cancel();
  expect(cancel).toHaveBeenCalledOnce();
});

test('an abort ends the stream at once, with its reason, and stops the agent', async () => {
  const { turn, cancel } = createTurn(async function* () {
    yield said('Hi');
    await new Promise(() => {});
  });
  const abort = new AbortController();
  const reader = streamOf(turn, abort.signal).getReader();
  await reader.read();
  await reader.read();
  const waiting = reader.read();
  abort.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  expect(cancel).toHaveBeenCalledOnce();
});

test('parts that cannot be passed on end the stream with the reason, and stop the agent', async () => {
  const { turn, cancel } = createTurn(async function* () {
    yield said('Hi');
    await new Promise(() => {});
  });
  const refine = () => {
    throw new Error('no such schema');
  };
  await expect(collect(streamOf(turn, undefined, refine))).rejects.toThrow('no such schema');
  expect(cancel).toHaveBeenCalledOnce();
});
