import { answerRequests, createFakeAgent } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { fixtureOfEachTest } from '../../test-inputs/turn-fixtures.js';
import { conductTurn } from '../turn/conduct-turn.js';

const fixture = fixtureOfEachTest();

test('a command that calls tools without a gap can’t outlive the total time', async () => {
  const turn = await conductTurn({
    agent: createFakeAgent('calling'),
    input: { message: 'Go.' },
    cwd: fixture.workspace,
    stateDirectory: fixture.stateDirectory,
    sandbox: 'process',
    limits: { wallMs: 3000, idleMs: 3000, totalMs: 6000 },
    graceMs: 100,
    tools: [{ name: 'ask', inputSchema: { type: 'object' } }],
  });
  const start = performance.now();
  let isFirst = true;
  const { events, receipts } = await answerRequests(turn, () => {
    // One is open while the others come and go.
    const answer = isFirst ? undefined : { output: 'Go on.' };
    isFirst = false;
    return answer;
  });
  // The wall clock stood still, so it was the other one.
  expect(await turn.outcome).toMatchObject({ status: 'timeout', code: 'total_timeout' });
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(receipts.length).toBeGreaterThan(10);
  expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
});
