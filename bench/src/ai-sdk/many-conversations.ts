import { createTurnFixture, testAgent, waitUntil } from '@dragoman/testkit';
import type { Measurement } from '../benchmark.js';
import { converse } from './conversation.js';

const CONVERSATIONS = 50;
const TRIPS = 5;

/**
 * Many conversations at once, each with several round trips of a tool: every result must reach the
 * agent that asked for it, and nothing may be left. In half of them the SDK executes the tool; in the
 * others each trip is a separate call, with a model made anew, as behind a route handler.
 */
export async function manyConversations(): Promise<Measurement[]> {
  await testAgent('codex');
  const fixture = await createTurnFixture();
  const began = performance.now();
  try {
    const complaints = await Promise.all(
      Array.from({ length: CONVERSATIONS }, (_, number) =>
        converse(fixture, { number, trips: TRIPS, isLooped: number % 2 === 0 }),
      ),
    );
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const nothing = async () => ((await fixture.remains()).length === 0 ? [] : undefined);
    const left = await waitUntil('nothing is left', nothing).catch(() => fixture.remains());
    const all = [...complaints.flat(), ...left.map((what) => `left: ${what}`)];
    const detail = `${CONVERSATIONS} conversations × ${TRIPS} round trips at once, ${seconds} s`;
    return [
      {
        name: 'results of tools that went astray, and what was left of their agents',
        value: all.length,
        unit: 'complaints',
        bar: 0,
        detail: [detail, ...all.slice(0, 10)].join('; '),
      },
    ];
  } finally {
    await fixture.remove();
  }
}
