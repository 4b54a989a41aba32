import {
  canonical,
  createEventDecoder,
  createReducer,
  encodeEvent,
  unifiedMessage,
} from '@dragoman/protocol';
import { expect, inject, test } from 'vitest';
import {
  createRandom,
  cut,
  hostileInput,
  pick,
  type Random,
} from '../test-inputs/hostile-input.js';

const SEED = 20260101;
const INPUTS = inject('isDeep') ? 100_000 : 20_000;

/** The whole way of an input. Gives the messages, so that what must hold of them can be looked at. */
function passThrough(random: Random, input: Uint8Array | string) {
  const decoder = createEventDecoder({ maxLineBytes: pick(random, [50, 5000, 5000, 1_000_000]) });
  const reducer = createReducer();
  const lines = [...cut(random, input).flatMap((chunk) => decoder.push(chunk)), ...decoder.flush()];
  for (const line of lines) {
    if (line.kind !== 'event') continue;
    encodeEvent(line.event);
    reducer.push(line.event);
  }
  const transcript = reducer.snapshot();
  canonical(transcript);
  return transcript.messages;
}

test(`${INPUTS} hostile inputs pass through framing, decoding, reducing and comparing`, {
  timeout: 600_000,
}, ({ task }) => {
  task.meta.count = INPUTS;
  const random = createRandom(SEED);
  let messagesSeen = 0;
  for (let index = 0; index < INPUTS; index++) {
    const input = hostileInput(random);
    try {
      const messages = passThrough(random, input);
      messagesSeen += messages.length;
      if (new Set(messages.map((message) => message.id)).size < messages.length)
        throw new Error('an id came twice');
      if (index % 50 === 0) for (const message of messages) unifiedMessage.parse(message);
    } catch (cause) {
      const shown =
        typeof input === 'string' ? JSON.stringify(input).slice(0, 500) : input.slice(0, 500);
      throw new Error(`seed ${SEED}, input ${index}: ${String(cause)}\n${shown}`, { cause });
    }
  }
  // Guards the test itself: inputs that all bounce off the decoder would prove nothing.
  expect(messagesSeen).toBeGreaterThan(INPUTS / 2);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
