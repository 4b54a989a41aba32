import { type AgentName, agents } from '@dragoman/agents';
import { expect, inject, test } from 'vitest';
import { scenariosOf } from '../src/scenarios/scenarios.js';
import { INSTALL_TIMEOUT_MS } from '../src/test-agents.js';
import { runFresh } from '../src/views/fresh-run.js';

const BEGIN = [{ prompt: 'begin' }];

/**
 * Tests that live equals saved in fresh runs of the real CLI: the basic scenarios with its default
 * version or, in the deep run, all scenarios with these earlier versions, too.
 */
export function checkFreshRuns(name: AgentName, earlier: readonly string[]): void {
  const { version: latest } = agents[name];
  const isDeep = inject('isDeep');
  const runs = (isDeep ? [...earlier, latest] : [latest]).flatMap((version) =>
    scenariosOf(name, version)
      .filter(({ isBasic }) => isDeep || isBasic)
      .map((scenario) => ({ version, scenario })),
  );

  test.concurrent.each(runs)(
    'live equals saved in a fresh run of $version: $scenario.name',
    async ({ version, scenario }) => {
      const { steps, turns = BEGIN, files = {}, uncounted } = scenario;
      const run = await runFresh({
        agent: `${name}@${version}`,
        script: { name: scenario.name.replaceAll(/\W+/g, '-'), usage: usageOf(name), steps },
        turns,
        files,
      });
      expect(run.sessions).not.toHaveLength(0);
      for (const { levelled, unknown, notes, summary, prompts } of run.sessions) {
        expect(levelled.live.blocks).toEqual(levelled.saved.blocks);
        expect(levelled.live.usage).toEqual(levelled.saved.usage);
        expect(levelled.saved.blocks).not.toHaveLength(0);
        expect({ unknown, notes }).toEqual({ unknown: [], notes: [] });
        expect(summary).toMatchObject({ firstPrompt: prompts[0], turns: prompts.length });
      }
      if (uncounted !== undefined) return;
      const { inputTokens, cachedInputTokens, outputTokens } = run.counted;
      // A turn that is cut off doesn't get to print what it used.
      expect([run.printed, run.kept]).toContainEqual(
        expect.objectContaining({
          input_tokens: inputTokens,
          cached_input_tokens: cachedInputTokens,
          output_tokens: outputTokens,
        }),
      );
    },
    INSTALL_TIMEOUT_MS,
  );
}

/** Anthropic's API doesn't say how much of the output was reasoning. */
function usageOf(name: AgentName) {
  const reasoning = agents[name].dialect === 'anthropic' ? 0 : 10;
  return { input: 1000, cached: 600, output: 50, reasoning };
}
