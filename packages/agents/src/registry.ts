/** The CLIs that Dragoman knows: for each a folder of its own, and its line here. */
export { claudeAgent as claude } from './claude/agent.js';
export { codexAgent as codex } from './codex/agent.js';
export { geminiAgent as gemini } from './gemini/agent.js';
export { opencodeAgent as opencode } from './opencode/agent.js';
