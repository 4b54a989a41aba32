import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { playUsage, scenariosOf } from '@dragoman/testkit/views';
import { expect, inject, test } from 'vitest';
import { type AgentName, agents } from '../agents.js';

/** Real CLIs, of which each call costs the same: what the scripted model counts is what was used. */
type Played = readonly [agent: AgentName, version: string, scenario: string];

/** What is not looked at where the live and the saved view of the default versions are compared. */
const PLAYED: readonly Played[] = [
  ['claude', agents.claude.version, 'refused twice, then answered'],
  // Versions before 2.1.277 don't save what a summary used.
  ['claude', '2.1.325', 'a fork, and a compaction'],
  ['claude', '2.1.325', 'calls at once, some of which fail, plans, and sub-agents at once'],
];

/** There they resume, fork, compact and have sub-agents, too. */
const PLAYED_DEEP: readonly Played[] = [
  ['codex', agents.codex.version, 'four resumes'],
  ['codex', agents.codex.version, 'a fork'],
  ['codex', agents.codex.version, 'a compaction'],
  ['codex', agents.codex.version, 'a sub-agent'],
  ['claude', agents.claude.version, 'four resumes'],
  ['claude', agents.claude.version, 'a fork'],
  // Gemini CLI never saves what a summary used.
  ['gemini', agents.gemini.version, 'four resumes'],
  ['gemini', agents.gemini.version, 'a sub-agent'],
  ['opencode', agents.opencode.version, 'a fork'],
  ['opencode', agents.opencode.version, 'a compaction'],
  ['opencode', agents.opencode.version, 'sub-agents at once, and one that goes on'],
];

test.each([...PLAYED, ...(inject('isDeep') ? PLAYED_DEEP : [])])(
  '%s %s has used what its model counted after %s',
  async (agent, version, name) => {
    const scenario = scenariosOf(agent, version).find((one) => one.name === name);
    if (scenario === undefined) throw new Error(`${agent} has no scenario "${name}".`);
    const { counted, recorded } = await playUsage(`${agent}@${version}`, scenario);
    expect([recorded.input_tokens, recorded.cached_input_tokens, recorded.output_tokens]).toEqual([
      counted.inputTokens,
      counted.cachedInputTokens,
      counted.outputTokens,
    ]);
  },
  INSTALL_TIMEOUT_MS,
);
