import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { playScenario, scenariosOf } from '@dragoman/testkit/views';
import { expect, test } from 'vitest';
import { type AgentName, agents } from '../agents.js';

/** Real CLIs, of which each call costs the same: what the scripted model counts is what was used. */
const PLAYED: readonly (readonly [agent: AgentName, version: string, scenario: string])[] = [
  ['codex', agents.codex.version, 'four resumes'],
  ['codex', agents.codex.version, 'a fork'],
  ['codex', agents.codex.version, 'a compaction'],
  ['codex', agents.codex.version, 'a sub-agent'],
  ['claude', agents.claude.version, 'four resumes'],
  ['claude', agents.claude.version, 'a fork'],
  ['claude', agents.claude.version, 'refused twice, then answered'],
  // Versions before 2.1.277 don't save what a summary used.
  ['claude', '2.1.325', 'a fork, and a compaction'],
  ['claude', '2.1.325', 'calls at once, some of which fail, plans, and sub-agents at once'],
  // Gemini CLI never does.
  ['gemini', agents.gemini.version, 'four resumes'],
  ['gemini', agents.gemini.version, 'a sub-agent'],
  // Each of its turns takes seconds, so all is in one.
  ['opencode', agents.opencode.version, 'sub-agents at once, a compaction, and a fork'],
];

test.each(PLAYED)(
  '%s %s has used what its model counted after %s',
  async (agent, version, name) => {
    const scenario = scenariosOf(agent, version).find((one) => one.name === name);
    if (scenario === undefined) throw new Error(`${agent} has no scenario "${name}".`);
    const { counted, recorded } = await playScenario(`${agent}@${version}`, scenario);
    expect([recorded.input_tokens, recorded.cached_input_tokens, recorded.output_tokens]).toEqual([
      counted.inputTokens,
      counted.cachedInputTokens,
      counted.outputTokens,
    ]);
  },
  INSTALL_TIMEOUT_MS,
);
