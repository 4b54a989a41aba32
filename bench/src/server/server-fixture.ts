import { defineScript, type WrittenScript } from '@dragoman/gateway';
import type { ServerLimits, ServerPolicy } from '@dragoman/server';
import { createTurnFixture, type TurnFixture, testAgent } from '@dragoman/testkit';
import { type ServerProcess, startServer } from './start-server.js';

export interface ServedFixture extends TurnFixture {
  readonly server: ServerProcess;
}

/** What a client here does is never refused for its amount. */
const NO_LIMITS: ServerLimits = { turns: 1000, turnsPerKey: 1000, requestsPerMinute: 1e9 };

/** A policy with one Codex that follows a script, unconfined: what confines it takes the same both ways. */
export function scriptedPolicy(workspace: string, script: WrittenScript): ServerPolicy {
  return {
    agents: { codex: { access: { kind: 'script', script: defineScript(script) } } },
    workspaces: { app: { path: workspace } },
    sandbox: 'process',
    limits: NO_LIMITS,
  };
}

/** A server in a separate process, with folders that go afterwards. */
export async function withServer<Result>(
  script: WrittenScript,
  use: (served: ServedFixture) => Promise<Result>,
): Promise<Result> {
  await testAgent('codex');
  const fixture = await createTurnFixture();
  const { stateDirectory, workspace } = fixture;
  const policy = scriptedPolicy(workspace, script);
  const server = await startServer({ stateDirectory, policy });
  try {
    return await use({ ...fixture, server });
  } finally {
    await server.close();
    await fixture.remove();
  }
}
