/** The views of each agent: a line for each. */
export { claudeViews as claude } from './claude/views.js';
export { codexViews as codex } from './codex/views.js';
export { geminiViews as gemini } from './gemini/views.js';
export { opencodeViews as opencode } from './opencode/views.js';
