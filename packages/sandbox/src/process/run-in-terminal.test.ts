import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runInTerminal } from './run-in-terminal.js';

const program = async (script: string) => {
  const cwd = await mkdtemp(join(tmpdir(), 'dragoman-terminal-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  return { executable: '/bin/sh', args: ['-c', script], env: { GIVEN: 'yes' }, cwd };
};

test('runs a program in its folder, with nothing but the given environment', async () => {
  const asked = await program('env > seen.txt; exit 3');
  expect(await runInTerminal(asked)).toBe(3);
  const seen = await readFile(join(asked.cwd, 'seen.txt'), 'utf8');
  expect(seen).toContain('GIVEN=yes');
  expect(seen).not.toMatch(/^HOME=/m);
});

test('ends the program when it is asked to', async () => {
  const signal = AbortSignal.timeout(50);
  expect(await runInTerminal({ ...(await program('exec sleep 60')), signal })).toBeNull();
});

test('says that a program could not be started', async () => {
  const asked = { ...(await program('')), executable: '/nowhere/at/all' };
  await expect(runInTerminal(asked)).rejects.toMatchObject({ code: 'ENOENT' });
});
