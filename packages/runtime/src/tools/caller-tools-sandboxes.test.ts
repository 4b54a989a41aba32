import {
  createContainerSandboxes,
  type SandboxKind,
  type SandboxProvider,
} from '@dragoman/sandbox';
import {
  answerRequests,
  CONTAINERS_TIMEOUT_MS,
  INSTALL_TIMEOUT_MS,
  requireProgram,
  testContainers,
} from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { fixtureOfEachTest } from '../../test-inputs/turn-fixtures.js';
import { callerServerName } from './caller-tool.js';

const TIMEOUT_MS = INSTALL_TIMEOUT_MS + CONTAINERS_TIMEOUT_MS;

const fixture = fixtureOfEachTest();

/** The agent reaches the tools though it has no network at all. */
async function expectAnswer(sandbox: SandboxKind | SandboxProvider, more: object = {}) {
  const word = { server: callerServerName, tool: 'word', arguments: { of: 'the day' } };
  const turn = await fixture.start({
    sandbox,
    network: 'none',
    tools: [{ name: 'word', inputSchema: { properties: { of: { type: 'string' } } } }],
    script: { steps: [{ mcp: word }, { say: 'Done.' }] },
    ...more,
  });
  const { events, receipts } = await answerRequests(turn, () => ({ output: 'ocarina' }));
  expect(receipts).toEqual(['taken']);
  const result = events.find(({ type }) => type === 'tool_result');
  expect(result).toMatchObject({ status: 'success', output: 'ocarina' });
  expect(await turn.outcome).toMatchObject({ status: 'success' });
}

test('the tools are reached from behind the walls of bubblewrap', {
  timeout: TIMEOUT_MS,
}, async () => {
  await requireProgram('bwrap', 'bubblewrap');
  await expectAnswer('bubblewrap');
});

test('the tools are reached from inside a container', { timeout: TIMEOUT_MS }, async () => {
  const { image, environment } = await testContainers();
  const provider = createContainerSandboxes({
    engine: 'podman',
    stateDirectory: fixture.stateDirectory,
    environment: { ...process.env, ...environment },
  });
  await expectAnswer(provider, { image, agentFrom: 'cache' });
});
