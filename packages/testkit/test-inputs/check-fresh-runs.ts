import { type AgentName, agents } from '@dragoman/agents';
import { expect, inject, test } from 'vitest';
import { scenariosOf } from '../src/scenarios/scenarios.js';
import { INSTALL_TIMEOUT_MS } from '../src/test-agents.js';
import { freshComplaints, recordedComplaints } from '../src/views/fresh-complaints.js';
import { playScenario } from '../src/views/fresh-run.js';

/** Versions of Claude Code before 2.1.277 don't save what a summary used. */
const UNRECORDED_REPLIES: ReadonlyMap<string, number> = new Map([
  ['claude: a fork, and a compaction', 1],
]);

/**
 * Tests that live equals saved in fresh runs of the real CLI: its own scenarios with its default
 * version or, in the deep run, all scenarios with these earlier versions, too. And that `usage` adds up what
 * the model counted; the deep run has scenarios of which a version records less.
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
      const unrecorded = UNRECORDED_REPLIES.get(`${name}: ${scenario.name}`);
      if (!isDeep) expect(recordedComplaints(run, unrecorded)).toEqual([]);
    },
    INSTALL_TIMEOUT_MS,
  );
}
