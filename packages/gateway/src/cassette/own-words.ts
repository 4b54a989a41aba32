/** Tags around what agents tell their model in the user's name: their surroundings, not the request. */
const AGENT_TAGS = [
  // Codex
  'environment_context',
  'user_instructions',
  'permissions instructions',
  'skills_instructions',
  'collaboration_mode',
  'personality_spec',
  'turn_aborted',
  'user_shell_command',
  'subagent_notification',
  'skill',
  'model_switch',
  // Claude Code, OpenCode
  'system-reminder',
  'local-command-caveat',
  'local-command-stdout',
  // Gemini CLI
  'session_context',
  'hook_context',
];

const AGENT_BLOCK = new RegExp(`^\\s*<(${AGENT_TAGS.join('|')})>[\\s\\S]*?(?:</\\1>|$)`);

/** Codex from 0.58 puts this before the project's instructions, and tags only what follows. */
const INSTRUCTIONS_BLOCK =
  /^\s*# AGENTS\.md instructions for [^\n]*\n\s*<INSTRUCTIONS>[\s\S]*?(?:<\/INSTRUCTIONS>|$)/;

/** The user's own words in a text that goes by the user's name; empty when there are none. */
export function ownWords(text: string): string {
  let words = text;
  for (let before = ''; before !== words; ) {
    before = words;
    words = words.replace(AGENT_BLOCK, '').replace(INSTRUCTIONS_BLOCK, '');
  }
  return words.trim();
}
