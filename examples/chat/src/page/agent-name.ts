const NAMES: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'OpenCode',
};

/** What people call an agent. */
export function agentName(agent: string): string {
  return NAMES[agent] ?? agent;
}
