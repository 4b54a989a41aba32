import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agents } from '@dragoman/agents';
import { createSessionRegistry } from '@dragoman/runtime/internal';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';

let root: string;
let home: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-clean-'));
  vi.stubEnv('DRAGOMAN_STATE', join(root, 'state'));
  vi.stubEnv('DRAGOMAN_CACHE', join(root, 'cache'));
  home = join(root, 'state', 'homes', 'h');
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'memory'), 'x'.repeat(2000));
  const weekAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000).toISOString();
  createSessionRegistry(join(root, 'state')).note({
    agent: 'codex',
    sessionId: 's-1',
    home,
    workspace: '/w\u001b[31m',
    turns: 1,
    sandbox: 'process',
    createdAt: weekAgo,
    updatedAt: weekAgo,
  });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

async function clean(...options: string[]) {
  const terminal = createMemoryTerminal();
  const code = await runCli(['clean', ...options], terminal);
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
}

describe('dragoman clean', () => {
  test('keeps what was used in the last 30 days', async () => {
    expect(await clean()).toMatchObject({ code: 0, stdout: 'There is nothing to remove.\n' });
  });

  test('shows what would go, with its age and size, and removes it only with --yes', async () => {
    const dry = await clean('--older-than', '7d');
    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(/^1 thing, 2 kB, would be removed:\n {4}session s-1 \(codex in \/w/);
    expect(dry.stdout).toMatch(/last used \d{4}-\d\d-\d\d, 2 kB\)/);
    expect(dry.stdout).toContain('--yes');
    expect(dry.stdout).not.toContain('\u001b[31m');
    expect(await readdir(join(root, 'state', 'homes'))).toEqual(['h']);

    const wet = await clean('--older-than', '7d', '--yes', '--json');
    expect(JSON.parse(wet.stdout)).toMatchObject({
      kind: 'session',
      name: 's-1',
      bytes: 2000,
      path: home,
      removed: true,
    });
    expect(await readdir(join(root, 'state', 'homes'))).toEqual([]);
    expect(await clean('--older-than', '7d', '--json')).toMatchObject({ code: 0, stdout: '' });
  });

  test('leaves installed agents alone, but for old ones that are not the default, with --agents', async () => {
    const installs = join(root, 'cache', 'agents', 'codex');
    for (const version of ['0.1.0', agents.codex.version]) {
      await mkdir(join(installs, version), { recursive: true });
      const weekAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
      await utimes(join(installs, version), weekAgo, weekAgo);
    }
    await clean('--older-than', '7d', '--yes');
    expect(await readdir(installs)).toHaveLength(2);
    const { stdout } = await clean('--older-than', '7d', '--yes', '--agents');
    expect(stdout).toMatch(/install codex@0\.1\.0/);
    expect(await readdir(installs)).toEqual([agents.codex.version]);
  });

  test('an age that is none is a wrong argument', async () => {
    expect(await clean('--older-than', 'soon')).toMatchObject({ code: 2 });
  });
});
