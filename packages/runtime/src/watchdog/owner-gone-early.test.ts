import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '@dragoman/sandbox';
import { testAgent, testCacheDirectory } from '@dragoman/testkit';
import { expect, test, vi } from 'vitest';
import { fixtureOfEachTest } from '../../test-inputs/turn-fixtures.js';
import { listTurns } from '../turn/list-turns.js';

const WAITING = { timeout: 30_000, interval: 20 };

/** Cancels its turn while the sandbox is being made, and exits with the turn's end. It runs what is built. */
const OWNER = `
  import { defineScript } from ${JSON.stringify(new URL('../../../gateway/dist/index.js', import.meta.url))};
  import { sandboxProvider } from ${JSON.stringify(new URL('../../../sandbox/dist/index.js', import.meta.url))};
  import { startTurn } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url))};
  const [stateDirectory, cwd, cacheDir] = process.argv.slice(1);
  const script = defineScript({ steps: [{ say: 'Done.' }] });
  const provider = sandboxProvider('process', { stateDirectory });
  const turn = await startTurn({
    agent: 'codex', prompt: 'Do it.', access: { kind: 'script', script }, graceMs: 50,
    stateDirectory, cwd, cacheDir,
    sandbox: {
      ...provider,
      check: () => provider.check(),
      list: () => provider.list(),
      async create(options) {
        await provider.create(options);
        void turn.cancel();
        await new Promise(() => {});
      },
    },
  });
  await turn.outcome;
  console.log((await provider.list()).length);
  process.exit();
`;

const fixture = fixtureOfEachTest();

test('the watchdog removes a sandbox that its owner was still waiting for after the end', async () => {
  await testAgent('codex');
  const { stateDirectory, workspace } = fixture;
  const args = ['--input-type=module', '--eval', OWNER, stateDirectory, workspace];
  const owner = spawn(process.execPath, [...args, testCacheDirectory()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  owner.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  expect(await once(owner, 'close')).toEqual([0, null]);
  expect(said).toBe('1\n');
  const [turn] = await listTurns(stateDirectory);
  expect(turn).toMatchObject({ state: 'canceled' });
  const record = await readFile(join(turn?.directory ?? '', 'turn.json'), 'utf8');
  expect(record).not.toContain('sandboxId');
  for (const folder of ['sandboxes', 'homes']) {
    const names = () => namesIn(join(stateDirectory, folder));
    await vi.waitFor(async () => expect(await names(), folder).toEqual([]), WAITING);
  }
});
