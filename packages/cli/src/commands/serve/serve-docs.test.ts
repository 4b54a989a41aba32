import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requireProgram } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createDragomanFixture,
  type DragomanFixture,
  prepareDragoman,
  type RunningDragoman,
} from '../../../test-inputs/dragoman-process.js';

const PATIENCE = { timeout: 20_000, interval: 20 };
const ADDRESS = 'http://127.0.0.1:7470';

let fixture: DragomanFixture;
let running: RunningDragoman | undefined;
let url = '';
beforeAll(async () => {
  await requireProgram('curl', 'curl');
  await prepareDragoman();
  fixture = await createDragomanFixture();
}, 120_000);
afterAll(async () => {
  await stop();
  await fixture.remove();
});

async function stop(): Promise<void> {
  running?.child.kill('SIGTERM');
  await running?.ended;
}

async function serve(args: readonly string[]): Promise<string> {
  await stop();
  running = fixture.start([...args, '--port', '0']);
  await vi.waitFor(() => expect(running?.stderr()).toMatch(/curl/), PATIENCE);
  [, url = ''] = /listens on (\S+)/.exec(running.stderr()) ?? [];
  return '';
}

/** What a block of a page prints, typed by somebody who has read all blocks before it. */
async function typed(block: string): Promise<string> {
  if (!block.startsWith('dragoman ')) {
    const script = block.replaceAll(ADDRESS, url);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script]);
    return stdout;
  }
  let printed = '';
  for (const line of block.trim().split('\n')) {
    const words = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
    const args = words.slice(1);
    printed +=
      args[0] === 'serve' ? await serve(args) : `${(await fixture.run(args)).stdout.trim()}\n`;
  }
  return printed;
}

/** Goes through a page: writes the files that it shows, and types its commands. */
async function follow(page: string): Promise<string[]> {
  const text = await readFile(
    new URL(`../../../../../docs/server/${page}`, import.meta.url),
    'utf8',
  );
  const printed: string[] = [];
  for (const { 1: kind, 2: block = '', index } of text.matchAll(/```(yaml|sh)\n(.*?)```/gs)) {
    const [name = ''] = /\w+\.yaml(?=`:\s*$)/.exec(text.slice(0, index)) ?? [];
    if (kind === 'yaml') await writeFile(join(fixture.workspace, name), block);
    else printed.push(await typed(block));
  }
  return printed;
}

test('the first steps do what the page says', async () => {
  const [, turn = '', again = '', , answered = '', keys = ''] = await follow('README.md');
  expect(turn).toMatch(/I wrote hello\.txt\..*\n.*"type":"end".*"status":"success".*\n$/s);
  expect(again).toMatch(/"type":"end".*\nid: 4\n.*"type":"end"/s);
  expect(answered).toMatch(/\{"receipt":"taken"\}.*green.*Thank you\..*"status":"success"/s);
  expect(keys).toMatch(/^drg_\S+\n.*the web app/s);
}, 60_000);

test('the server says how it is as the page says', async () => {
  // As before there was a key.
  await rm(join(fixture.state, 'server/keys'), { recursive: true });
  await serve(['serve', '--script', 'hello.yaml']);
  const [probes] = await follow('operations.md');
  expect(probes).toMatch(/^\{"ok":true\}\{"ok":true\}# HELP dragoman_turns_running/);
}, 60_000);
