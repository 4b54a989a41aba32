import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { dieWithParent } from './die-with-parent.js';
import { readProcess } from './process-table.js';

test.runIf(process.platform === 'linux')(
  'a process does not outlive a parent that was killed with SIGKILL',
  async () => {
    const { executable, args } = await dieWithParent({ executable: '/bin/sleep', args: ['300'] });
    const parent = spawn('/bin/sh', ['-c', '"$@" & echo $!; wait', 'sh', executable, ...args]);
    const [pid] = (await once(parent.stdout, 'data')).map(Number);
    const child = pid ?? Number.NaN;
    // Until it has become sleep it has not asked to die with its parent.
    await vi.waitFor(async () =>
      expect(await readFile(`/proc/${child}/comm`, 'utf8')).toBe('sleep\n'),
    );
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(readProcess(child)).toBeUndefined());
  },
);
