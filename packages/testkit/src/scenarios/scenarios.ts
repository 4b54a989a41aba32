import type { AgentName } from '@dragoman/agents';
import { claudeScenarios } from './claude.js';
import { codexScenarios } from './codex.js';
import { commonScenarios } from './common.js';
import { geminiScenarios } from './gemini.js';
import { opencodeScenarios } from './opencode.js';
import { type FreshScenario, type FreshScenarios, isPlayedBy } from './scenario.js';

const OWN: Readonly<Partial<Record<AgentName, FreshScenarios>>> = {
  claude: claudeScenarios,
  codex: codexScenarios,
  gemini: geminiScenarios,
  opencode: opencodeScenarios,
};

/** The scenarios that a version of an agent can go through: those of all agents, and its own. */
export function scenariosOf(
  name: AgentName,
  version: string,
): readonly (FreshScenario & { readonly name: string })[] {
  const own = OWN[name] ?? {};
  return Object.entries({ ...commonScenarios, ...own })
    .map(([scenario, content]) => ({ isBasic: scenario in own, ...content, name: scenario }))
    .filter((scenario) => isPlayedBy(scenario, { name, version }));
}
