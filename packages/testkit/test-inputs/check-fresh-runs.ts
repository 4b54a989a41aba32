import { type AgentName, agents } from '@dragoman/agents';
import { expect, inject, test } from 'vitest';
import { scenariosOf } from '../src/scenarios/scenarios.js';
import { INSTALL_TIMEOUT_MS } from '../src/test-agents.js';
import { freshComplaints } from '../src/views/fresh-complaints.js';
import { playScenario } from '../src/views/fresh-run.js';

/**
 * Tests that live equals saved in fresh runs of the real CLI: its own scenarios with its default
 * version or, in the deep run, all scenarios with these earlier versions, too.
 */
export function checkFreshRuns(name: AgentName, earlier: readonly string[]): void {
  const { version: latest } = agents[name];
  const isDeep = inject('isDeep');
  const runs = (isDeep ? [...earlier, latest] : [latest]).flatMap((version) =>
    scenariosOf(name, version)
      .filter(({ isOwn }) => isDeep || isOwn)
      .map((scenario) => ({ version, scenario })),
  );

  test.concurrent.each(runs)(
    'live equals saved in a fresh run of $version: $scenario.name',
    async ({ version, scenario }) => {
      const run = await playScenario(`${name}@${version}`, scenario);
      expect(freshComplaints(run, scenario)).toEqual([]);
    },
    INSTALL_TIMEOUT_MS,
  );
}
