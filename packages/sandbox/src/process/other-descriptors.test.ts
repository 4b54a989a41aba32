import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProcess } from './run-process.js';

/** Starts a process with what its arguments say, and gives what that said. */
const STARTER = `
import { runProcess } from '@dragoman/sandbox';
const [executable, ...args] = process.argv.slice(1);
const { stdout, stderr } = await runProcess({ executable, args, env: { PATH: '/usr/bin:/bin' }, cwd: '/' });
process.stdout.write(stdout + stderr);
`;

test('a process gets no file that whoever started Dragoman had left open', async () => {
  if (process.platform !== 'linux') return;
  const root = await mkdtemp(join(tmpdir(), 'dragoman-descriptors-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const secret = join(root, 'secret');
  await writeFile(secret, 'the secret');
  const look = 'cat <&100; echo; cat <&9';
  const { stdout } = await runProcess({
    executable: 'bash',
    args: [
      '-c',
      'exec 100<"$1" 9<"$1"; exec "$2" --input-type=module --eval "$3" bash -c "$4"',
      ...['bash', secret, process.execPath, STARTER, look],
    ],
    env: { PATH: '/usr/bin:/bin' },
    cwd: import.meta.dirname,
  });
  expect(stdout).toMatch(/^\n.*9: Bad file descriptor/s);
});
