import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INSTALL_TIMEOUT_MS, testAgent, testCacheDirectory } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSessionRegistry, type SessionEntry } from '../sessions/session-registry.js';
import { begunCli } from './begun-cli.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-begun-'));
  vi.stubEnv('DRAGOMAN_STATE', root);
  vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
  // A program that is no bubblewrap: as where there is none.
  vi.stubEnv('DRAGOMAN_BWRAP', '/bin/false');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

function entry(sessionId: string, sandbox: SessionEntry['sandbox']): SessionEntry {
  const now = new Date().toISOString();
  const home = join(root, 'home');
  const times = { turns: 1, createdAt: now, updatedAt: now };
  return { agent: 'opencode', sessionId, home, workspace: root, sandbox, ...times };
}

test(
  'a HOME is read without walls only where no session in it had any',
  async () => {
    await testAgent('opencode');
    const registry = createSessionRegistry(root);
    const fork = entry('ses_fork', 'process');
    registry.note(fork);
    expect(await begunCli(fork, registry)(['--version'])).toMatch(/^\d+\.\d+/);
    registry.note(entry('ses_first', 'bubblewrap'));
    await expect(begunCli(fork, registry)(['--version'])).rejects.toMatchObject({
      code: 'sandbox_unavailable',
    });
  },
  INSTALL_TIMEOUT_MS,
);
