import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemPath } from '@dragoman/sandbox';
import { testCacheDirectory } from '@dragoman/testkit';
import { afterEach, expect, test, vi } from 'vitest';
import { agentCli } from './agent-cli.js';

const LOADING = ['LD_PRELOAD', 'NODE_OPTIONS', 'BASH_ENV'];

afterEach(() => vi.unstubAllEnvs());

test('a CLI gets the user’s variables, but none that makes it load code', async () => {
  // Not a temporary folder: any agent could have written what is in one, so nothing there is run.
  await mkdir(testCacheDirectory(), { recursive: true });
  const folder = await mkdtemp(join(testCacheDirectory(), 'cli-'));
  try {
    const program = join(folder, 'opencode');
    await writeFile(program, '#!/bin/sh\nexec /usr/bin/env\n', { mode: 0o755 });
    vi.stubEnv('DRAGOMAN_OPENCODE', program);
    vi.stubEnv('OPENCODE_CONFIG', '/home/me/opencode.json');
    for (const name of LOADING) vi.stubEnv(name, `planted-${name}`);
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    const said = await agentCli('opencode')(['export', 'ses_a']);
    expect(said).toContain('OPENCODE_CONFIG=/home/me/opencode.json\n');
    expect(said).not.toContain('planted');
    expect(said).toContain(`PATH=${systemPath()}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('for a CLI that is nowhere to be found it is said how to install it', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'dragoman-nothing-'));
  try {
    // One that merely stands on PATH is not run: an agent may have put it there.
    await writeFile(join(empty, 'opencode'), '#!/bin/sh\necho planted\n', { mode: 0o755 });
    vi.stubEnv('PATH', empty);
    vi.stubEnv('DRAGOMAN_CACHE', empty);
    await expect(agentCli('opencode')(['export', 'ses_a'])).rejects.toMatchObject({
      code: 'cli_missing',
      message: expect.stringContaining('dragoman agents install opencode'),
    });
  } finally {
    await rm(empty, { recursive: true, force: true });
  }
});
