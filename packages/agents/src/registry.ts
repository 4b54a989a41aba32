/** The CLIs that Dragoman knows: a folder and a line here for each. */
export { claudeAgent as claude } from './claude/agent.js';
export { codexAgent as codex } from './codex/agent.js';
export { geminiAgent as gemini } from './gemini/agent.js';
export { opencodeAgent as opencode } from './opencode/agent.js';
