import { defineScript, type WrittenScript } from '@dragoman/gateway';
import {
  createTurnFixture,
  type TurnFixture,
  testAgent,
  testCacheDirectory,
} from '@dragoman/testkit';
import type { ModelSettings } from '../src/model/create-model.js';

/** A folder in which models work, and their settings there. */
export interface ModelFixture extends TurnFixture {
  /** Real agents whose model follows a script. */
  settings(script: WrittenScript): ModelSettings;
}

export async function createModelFixture(...agents: string[]): Promise<ModelFixture> {
  const fixture = await createTurnFixture();
  for (const agent of agents) await testAgent(agent);
  return {
    ...fixture,
    settings: (script) => ({
      cwd: fixture.workspace,
      stateDirectory: fixture.stateDirectory,
      cacheDir: testCacheDirectory(),
      sandbox: 'process',
      permission: 'bypass',
      access: { kind: 'script', script: defineScript(script) },
    }),
  };
}
