import type { ExecutableCandidate, Platform } from '../agent.js';

/**
 * Since 2.1 the program is in a package per platform, and an install script copies it over a stub.
 * Before that, Claude Code was a script for Node.
 */
export function claudeExecutables(platform: Platform): readonly ExecutableCandidate[] {
  const program = platform.os === 'win32' ? 'claude.exe' : 'claude';
  const base = `@anthropic-ai/claude-code-${platform.os}-${platform.arch}`;
  const packages = platform.libc === 'musl' ? [`${base}-musl`, base] : [base, `${base}-musl`];
  return [
    ...packages.map(
      (name): ExecutableCandidate => ({ path: `${name}/${program}`, kind: 'native' }),
    ),
    { path: '@anthropic-ai/claude-code/cli.js', kind: 'node' },
  ];
}
