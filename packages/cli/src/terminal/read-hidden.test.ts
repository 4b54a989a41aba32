import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { beforeAll, expect, test, vi } from 'vitest';
import { prepareDragoman } from '../../test-inputs/dragoman-process.js';

const built = fileURLToPath(new URL('../../dist/terminal/read-hidden.js', import.meta.url));
/** Shows what was typed spelt backwards, so that it isn't found if the terminal showed it. */
const PROGRAM = `import(${JSON.stringify(built)}).then(async ({ readHidden }) => {
  const reading = readHidden(process.stdin, new AbortController().signal);
  console.log('ready');
  console.log('[' + [...(await reading)].reverse().join('') + ']');
});`;

beforeAll(prepareDragoman, INSTALL_TIMEOUT_MS);

/** What a terminal shows of a program that reads hidden, while this is typed. */
async function typed(...pieces: string[]): Promise<string> {
  const child = spawn('/usr/bin/script', ['-qec', '"$NODE" -e "$PROGRAM"', '/dev/null'], {
    env: { PATH: '/usr/bin:/bin', NODE: process.execPath, PROGRAM, TERM: 'dumb' },
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    shown += text;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await vi.waitFor(() => expect(shown).toContain('ready'), { timeout: 20_000 });
  for (const piece of pieces) child.stdin.write(piece);
  await ended;
  return shown;
}

test.each([
  ['typed', ['secret', '\r'], '[terces]'],
  ['pasted with marks around it', ['\u001b[200~secret\u001b[201~\r'], '[terces]'],
  ['corrected', ['secrex\u007ft\r'], '[terces]'],
])('what is %s is read and not shown', async (_what, pieces, read) => {
  const shown = await typed(...pieces);
  expect(shown).toContain(read);
  expect(shown).not.toContain('secre');
});

test('an interrupt ends it', async () => {
  expect(await typed('secret', '\u0003')).not.toMatch(/secret|terces/);
});
