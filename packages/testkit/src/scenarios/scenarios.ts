import type { AgentName } from '@dragoman/agents';
import { claudeScenarios } from './claude.js';
import { claudeBreakScenarios } from './claude-breaks.js';
import { claudeCombinationScenarios } from './claude-combinations.js';
import { claudeHookScenarios } from './claude-hooks.js';
import { claudeOnlyScenarios } from './claude-only.js';
import { claudePromptScenarios } from './claude-prompts.js';
import { claudeReplyScenarios } from './claude-replies.js';
import { claudeToolScenarios } from './claude-tools.js';
import { codexScenarios } from './codex.js';
import { codexBreakScenarios } from './codex-breaks.js';
import { codexCombinationScenarios } from './codex-combinations.js';
import { codexCommandScenarios } from './codex-commands.js';
import { codexLookScenarios } from './codex-looks.js';
import { codexOutputScenarios } from './codex-outputs.js';
import { codexSessionScenarios } from './codex-sessions.js';
import { combinedCallScenarios } from './combined-calls.js';
import { combinedSessionScenarios } from './combined-sessions.js';
import { combinedTurnScenarios } from './combined-turns.js';
import { commonScenarios } from './common.js';
import { geminiScenarios } from './gemini.js';
import { geminiCallScenarios } from './gemini-calls.js';
import { geminiCombinedScenarios } from './gemini-combined.js';
import { geminiOnlyScenarios } from './gemini-only.js';
import { geminiPromptScenarios } from './gemini-prompts.js';
import { geminiReplyScenarios } from './gemini-replies.js';
import { geminiSubAgentScenarios } from './gemini-sub-agents.js';
import { mixedResultScenarios } from './mixed-results.js';
import { opencodeScenarios } from './opencode.js';
import { opencodeBreakScenarios } from './opencode-breaks.js';
import { opencodeCombinedScenarios } from './opencode-combined.js';
import { opencodeConversationScenarios } from './opencode-conversations.js';
import { opencodeOnlyScenarios } from './opencode-only.js';
import { type FreshScenario, type FreshScenarios, isPlayedBy } from './scenario.js';
import { sessionScenarios } from './sessions.js';

const OWN: Readonly<Partial<Record<AgentName, FreshScenarios>>> = {
  claude: {
    ...claudeScenarios,
    ...claudeOnlyScenarios,
    ...claudeReplyScenarios,
    ...claudeBreakScenarios,
    ...claudeCombinationScenarios,
    ...claudeHookScenarios,
    ...claudePromptScenarios,
    ...claudeToolScenarios,
  },
  codex: {
    ...codexScenarios,
    ...codexCommandScenarios,
    ...codexOutputScenarios,
    ...codexSessionScenarios,
    ...codexBreakScenarios,
    ...codexCombinationScenarios,
    ...codexLookScenarios,
  },
  gemini: {
    ...geminiScenarios,
    ...geminiOnlyScenarios,
    ...geminiPromptScenarios,
    ...geminiReplyScenarios,
    ...geminiCallScenarios,
    ...geminiSubAgentScenarios,
    ...geminiCombinedScenarios,
  },
  opencode: {
    ...opencodeScenarios,
    ...opencodeOnlyScenarios,
    ...opencodeBreakScenarios,
    ...opencodeConversationScenarios,
    ...opencodeCombinedScenarios,
  },
};

/** Those of several agents. */
const SHARED: FreshScenarios = {
  ...commonScenarios,
  ...sessionScenarios,
  ...mixedResultScenarios,
  ...combinedCallScenarios,
  ...combinedTurnScenarios,
  ...combinedSessionScenarios,
};

export interface NamedScenario extends FreshScenario {
  readonly name: string;
  /** Whether it is the agent's own, and short. Those are played in every run of the suite. */
  readonly isOwn: boolean;
  readonly uncounted?: string;
}

/** The scenarios that a version of an agent can go through: those of all agents, and its own. */
export function scenariosOf(name: AgentName, version: string): readonly NamedScenario[] {
  const own = OWN[name] ?? {};
  const taken = Object.keys(own).find((scenario) => scenario in SHARED);
  if (taken !== undefined) throw new Error(`All agents have a scenario "${taken}".`);
  return Object.entries({ ...SHARED, ...own })
    .filter(([, scenario]) => isPlayedBy(scenario, { name, version }))
    .map(([scenario, { uncounted, ...content }]) => {
      const why = typeof uncounted === 'string' ? uncounted : uncounted?.[name];
      const isOwn = scenario in own && content.onlyDeep !== true;
      return { ...content, name: scenario, isOwn, ...(why !== undefined && { uncounted: why }) };
    });
}
