import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { playScenario, scenariosOf } from '@dragoman/testkit/views';
import { expect, test } from 'vitest';
import { type AgentName, agents } from '../agents.js';

/** Real CLIs, of which each call costs the same: what the scripted model counts is what was used. */
const PLAYED: readonly (readonly [agent: AgentName, scenario: string])[] = [
  ['codex', 'four resumes'],
  ['codex', 'a fork'],
  ['codex', 'a compaction'],
  ['codex', 'a sub-agent'],
  ['claude', 'four resumes'],
  ['claude', 'a fork, and a compaction'],
  ['claude', 'calls at once, some of which fail, plans, and sub-agents at once'],
  ['claude', 'refused twice, then answered'],
  ['gemini', 'four resumes'],
  ['gemini', 'a compression'],
  ['gemini', 'a sub-agent'],
  ['opencode', 'a fork'],
  ['opencode', 'a compaction'],
  ['opencode', 'sub-agents at once, and one that goes on'],
];

test.each(PLAYED)(
  '%s has used what its model counted after %s',
  async (agent, name) => {
    const { version } = agents[agent];
    const scenario = scenariosOf(agent, version).find((one) => one.name === name);
    if (scenario === undefined) throw new Error(`${agent} has no scenario "${name}".`);
    const { counted, recorded } = await playScenario(agent, scenario);
    expect([recorded.input_tokens, recorded.cached_input_tokens, recorded.output_tokens]).toEqual([
      counted.inputTokens,
      counted.cachedInputTokens,
      counted.outputTokens,
    ]);
  },
  INSTALL_TIMEOUT_MS,
);
