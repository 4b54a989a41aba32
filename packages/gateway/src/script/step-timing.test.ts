import { expect, test } from 'vitest';
import { askModel } from '../testing/ask-model.js';
import { createClosing } from '../testing/closing.js';
import { startScripted } from '../testing/start-scripted.js';
import type { WrittenScript } from './schema/script-schema.js';

const closing = createClosing();

/** How long a reply took, and how many events it had. */
async function timeReply(steps: WrittenScript['steps'], stream: boolean) {
  const { gateway, token } = await startScripted(closing, { steps });
  const asked = performance.now();
  const { events } = await askModel(gateway, { dialect: 'anthropic', token, stream });
  return { elapsed: performance.now() - asked, events: events.length };
}

// A timer may fire up to a millisecond early, so each wait counts for one less than it was asked for.

test.each([true, false])('a reply comes after its delay (streamed: %s)', async (stream) => {
  const { elapsed } = await timeReply([{ actions: [{ say: 'a' }], delay: 60 }], stream);
  expect(elapsed).toBeGreaterThanOrEqual(60 - 1);
});

test('the events of a reply come at its pace', async () => {
  const { elapsed, events } = await timeReply([{ actions: [{ say: 'a b c' }], pace: 10 }], true);
  expect(events).toBeGreaterThan(5);
  expect(elapsed).toBeGreaterThanOrEqual((events - 1) * (10 - 1));
});
