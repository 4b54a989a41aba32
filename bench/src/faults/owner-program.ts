/**
 * The owner of one turn, in a separate process, so that it can be killed: reads what to do from
 * stdin, conducts the turn, prints its end and the most memory that it took.
 */
import { readFileSync } from 'node:fs';
import { defineScript } from '@dragoman/gateway';
import { runChat, startTurn } from '@dragoman/runtime';
// Without the rest of the testkit, whose memory is not the owner's.
import { createFakeAgent } from '@dragoman/testkit/fake-agent';
import type { OwnerRequest } from './start-owner.js';

// Whoever started it may be interrupted. Its watchdog then ends the turn, with all that it left.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();

const request: OwnerRequest = JSON.parse(readFileSync(0, 'utf8'));
const { script, fake, floodBytes, ...turn } = request;

if (fake !== undefined) {
  const agent = createFakeAgent(fake, floodBytes);
  const response = await runChat({ ...turn, agent, input: { message: 'Go.' } });
  // A reader that throws away what it gets.
  for await (const _chunk of response.body ?? []);
} else {
  const access = { kind: 'script' as const, script: defineScript(script ?? { steps: [] }) };
  const started = await startTurn({
    ...turn,
    agent: 'codex',
    prompt: 'Go.',
    permission: 'bypass',
    retries: 0,
    // The image of a container is a bare one.
    agentFrom: 'cache',
    access,
  });
  await started.outcome;
}
const peak = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
console.log(JSON.stringify({ peakBytes: Number(peak) * 1024 }));
