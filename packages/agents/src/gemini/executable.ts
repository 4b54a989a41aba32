import type { ExecutableCandidate } from '../agent.js';

/** Gemini CLI is a script for Node on every platform. */
export function geminiExecutables(): readonly ExecutableCandidate[] {
  return [
    { path: '@google/gemini-cli/bundle/gemini.js', kind: 'node' }, // 0.61
    { path: '@google/gemini-cli/dist/index.js', kind: 'node' }, // 0.20
  ];
}
