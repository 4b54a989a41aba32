import { describe, expect, test } from 'vitest';
import type { Platform } from './agent.js';
import { agentNames, agents } from './agents.js';

const linux: Platform = { os: 'linux', arch: 'x64', libc: 'glibc', avx2: true };

function firstOf(name: (typeof agentNames)[number], platform: Partial<Platform> = {}) {
  return agents[name].executables({ ...linux, ...platform })[0]?.path;
}

describe('the program that is tried first', () => {
  test('of Codex is the native build for the platform', () => {
    expect(firstOf('codex')).toBe(
      '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex',
    );
    expect(firstOf('codex', { os: 'darwin', arch: 'arm64' })).toBe(
      '@openai/codex-darwin-arm64/vendor/aarch64-apple-darwin/bin/codex',
    );
    expect(firstOf('codex', { os: 'win32' })).toMatch(/codex\.exe$/);
  });

  test('of Claude Code fits the C library', () => {
    expect(firstOf('claude')).toBe('@anthropic-ai/claude-code-linux-x64/claude');
    expect(firstOf('claude', { libc: 'musl' })).toBe(
      '@anthropic-ai/claude-code-linux-x64-musl/claude',
    );
  });

  test('of OpenCode fits the C library and the processor', () => {
    expect(firstOf('opencode')).toBe('opencode-linux-x64/bin/opencode');
    expect(firstOf('opencode', { avx2: false })).toBe('opencode-linux-x64-baseline/bin/opencode');
    expect(firstOf('opencode', { avx2: false, libc: 'musl' })).toBe(
      'opencode-linux-x64-baseline-musl/bin/opencode',
    );
    expect(firstOf('opencode', { os: 'win32', arch: 'arm64' })).toBe(
      'opencode-windows-arm64/bin/opencode.exe',
    );
  });

  test('of Gemini CLI is a script for Node', () => {
    expect(agents.gemini.executables(linux).map(({ kind }) => kind)).toEqual(['node', 'node']);
  });
});

test.each(agentNames)('%s names each path once, and none outside its packages', (name) => {
  const paths = agents[name].executables(linux).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of paths) expect(path).not.toMatch(/^\/|\.\./);
});
