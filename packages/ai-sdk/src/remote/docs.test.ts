import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  requireProgram,
  runReadmeExample,
  type TurnFixture,
  testAgent,
  testCacheDirectory,
} from '@dragoman/testkit';
import * as six from 'ai-v6';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { END, said } from '../../test-inputs/manual-model.js';
import * as ui from '../ui/index.js';
import * as remote from './index.js';

vi.setConfig({ testTimeout: 60_000 });

const page = new URL('../../../../docs/ai-sdk/remote.md', import.meta.url);
const command = fileURLToPath(new URL('../../../cli/bin/dragoman.cjs', import.meta.url));

let fixture: TurnFixture;

beforeAll(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  await testAgent('codex');
  fixture = await createTurnFixture();
}, INSTALL_TIMEOUT_MS);

afterAll(() => fixture.remove());

/** The command as people start it, whose agents follow a script. */
async function serve(): Promise<string> {
  const home = join(fixture.stateDirectory, '..');
  const script = join(home, 'script.yaml');
  await writeFile(script, 'steps:\n  - say: It is a test.\n');
  const server = spawn(process.execPath, [command, 'serve', '--port', '0', '--script', script], {
    cwd: fixture.workspace,
    env: {
      PATH: '/usr/bin:/bin',
      HOME: home,
      DRAGOMAN_STATE: fixture.stateDirectory,
      DRAGOMAN_CACHE: testCacheDirectory(),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => server.on('close', resolve));
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await ended;
  });
  let words = '';
  server.stderr.setEncoding('utf8').on('data', (text) => {
    words += text;
  });
  await vi.waitFor(() => expect(words).toContain('listens on'), { timeout: 30_000, interval: 50 });
  return /listens on (\S+)/.exec(words)?.[1] ?? '';
}

test('A model over HTTP', async () => {
  const modules = { ai: six, '@dragoman/ai-sdk/remote': remote };
  const given = { url: await serve(), key: 'any' };
  const run = runReadmeExample(page, modules, ['text'], { under: 'A model over HTTP', given });
  expect(await run).toEqual({ text: 'It is a test.' });
});

test('A page without a model', async () => {
  const events = [said('Hello.'), END].map((event, index) => ({
    ...event,
    seq: index + 1,
    ts: '',
  }));
  const under = 'A page without a model';
  const given = { turnId: 'turn-1', events };
  const modules = { '@dragoman/ai-sdk/ui': ui };
  const { chunks } = await runReadmeExample(page, modules, ['chunks'], { under, given });
  expect(chunks).toContainEqual({ type: 'text-delta', id: 'text-1', delta: 'Hello.' });
});
