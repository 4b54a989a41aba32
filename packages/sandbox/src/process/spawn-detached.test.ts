import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { spawnDetached } from './spawn-detached.js';

const MODULE = JSON.stringify(new URL('../../dist/process/spawn-detached.js', import.meta.url));
const WAITING = { timeout: 20_000, interval: 25 };

test('it stays when this process is killed, and its input breaks off then', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-detached-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const heard = join(folder, 'heard');
  const script = 'while read line; do echo "$line"; done >"$0.draft"; mv "$0.draft" "$0"';
  const owner = `
    import { spawnDetached } from ${MODULE};
    const { input } = spawnDetached({
      executable: '/bin/sh',
      args: ['-c', ${JSON.stringify(script)}, process.argv[1]],
      env: { PATH: process.env.PATH },
    });
    input.write('hello\\n', () => process.stdout.write('written'));
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', owner, heard]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await vi.waitFor(() => expect(readFileSync(heard, 'utf8')).toBe('hello\n'), WAITING);
});

test('one that can not be started is gone', async () => {
  const { gone } = spawnDetached({ executable: '/nowhere/program', args: [], env: {} });
  await expect(gone).resolves.toBeUndefined();
});
