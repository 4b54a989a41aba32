import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitingScript } from './watchdog.js';

/** Says what it was given to run, and then the lines. */
const ECHO = ['/bin/sh', '-c', 'cat; cat <&4'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-waiting-'));
  writeFileSync(join(folder, 'code'), 'ran\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function startShell(script: string) {
  const code = openSync(join(folder, 'code'), 'r');
  try {
    const args = ['-c', script, ...ECHO];
    const shell = spawn('/bin/sh', args, { env: {}, stdio: ['pipe', 'pipe', 'ignore', code] });
    const { stdin, stdout } = shell;
    if (stdin === null || stdout === null) throw new Error('The shell has no pipes.');
    return { stdin, stdout, kill: (signal: NodeJS.Signals) => shell.kill(signal) };
  } finally {
    closeSync(code);
  }
}

/** What the program was seen, or nothing where it did not run. */
async function wait(lines: readonly string[]): Promise<string> {
  const shell = startShell(waitingScript);
  const output = text(shell.stdout);
  shell.stdin.end(lines.map((line) => `${line}\n`).join(''));
  return output;
}

const begun = (folder: string) => `+${JSON.stringify(folder)}`;
const ended = (folder: string) => `-${JSON.stringify(folder)}`;

test('the program runs with the turns that are open when the owner is gone', async () => {
  const lines = [begun('/a'), begun('/b'), ended('/a'), begun('/c'), ended('/other')];
  expect(await wait(lines)).toBe(`ran\n${begun('/b')}\n${begun('/c')}\n`);
});

test('with nothing open the program does not run', async () => {
  expect(await wait([])).toBe('');
  expect(await wait([begun('/a'), begun('/b'), ended('/b'), ended('/a')])).toBe('');
});

test('folders may be called anything', async () => {
  const odd = [
    '/a b',
    '/a*',
    '/$HOME`id`',
    '/back\\slash',
    '/quo"te',
    '/two\nlines',
    "/it's",
    '/é·',
  ];
  const open = odd.map(begun);
  expect(await wait(open)).toBe(`ran\n${open.join('\n')}\n`);
  expect(await wait([...open, ...odd.map(ended)])).toBe('');
  // One that ends like another isn't taken for it.
  expect(await wait([begun('/x"/a'), begun('/a'), ended('/a')])).toBe(`ran\n${begun('/x"/a')}\n`);
});

test('the signals of a terminal do not end it', async () => {
  const shell = startShell(waitingScript.replace('turns=', 'echo ready; turns='));
  const [ready] = await once(shell.stdout, 'data');
  expect(String(ready)).toBe('ready\n');
  const output = text(shell.stdout);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) shell.kill(signal);
  shell.stdin.end(`${begun('/a')}\n`);
  expect(await output).toBe(`ran\n${begun('/a')}\n`);
});
