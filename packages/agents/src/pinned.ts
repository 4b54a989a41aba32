/** The CLIs Dragoman knows, in the order in which people are shown them. */
export const agentNames = ['codex', 'claude', 'gemini', 'opencode'] as const;

export type AgentName = (typeof agentNames)[number];

export interface AgentPin {
  /** What npm calls it. */
  readonly packageName: string;
  /** The version that is used when nobody asks for another. */
  readonly version: string;
}

/** The one place that says which version of each CLI is the default. */
export const pinnedAgents: Readonly<Record<AgentName, AgentPin>> = {
  codex: { packageName: '@openai/codex', version: '0.166.0' },
  claude: { packageName: '@anthropic-ai/claude-code', version: '2.1.197' },
  gemini: { packageName: '@google/gemini-cli', version: '0.61.0' },
  opencode: { packageName: 'opencode-ai', version: '1.18.33' },
};
