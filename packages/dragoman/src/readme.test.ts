import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineScript, startScriptGateway } from '@dragoman/gateway';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  requireProgram,
  runReadmeExample,
  testAgent,
  testCacheDirectory,
} from '@dragoman/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as dragoman from './index.js';

const README = new URL('../README.md', import.meta.url);

/** A provider that plays a script, as the environment of a user names one. */
async function stubProvider(): Promise<void> {
  const gateway = await startScriptGateway();
  const weather = { server: 'caller', tool: 'weather', arguments: { city: 'Smyrna' } };
  const script = defineScript({
    usage: { input: 1000, output: 50 },
    steps: [
      { run: 'cat greeting.txt' },
      { patch: [{ update: 'greeting.txt', old: 'hi', new: 'Good day!' }] },
      { say: 'It is friendlier now.' },
      { mcp: weather },
      { say: 'It is fine in Smyrna.' },
    ],
  });
  const pass = gateway.admit({ script });
  vi.stubEnv('OPENAI_API_KEY', pass.token);
  vi.stubEnv('OPENAI_BASE_URL', `${gateway.url}/v1`);
  onTestFinished(() => gateway.close());
}

test(
  'the example in the README works as it stands, with nothing but a key in the environment',
  async () => {
    await requireProgram('bwrap', 'bubblewrap');
    await testAgent('codex');
    const { workspace, stateDirectory, remains, remove } = await createTurnFixture();
    await writeFile(`${workspace}/greeting.txt`, 'hi\n');
    vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
    vi.stubEnv('DRAGOMAN_STATE', stateDirectory);
    const log = vi.spyOn(console, 'log').mockReturnValue();
    onTestFinished(async () => {
      log.mockRestore();
      vi.unstubAllEnvs();
      await remove();
    });
    await stubProvider();
    const names = ['session', 'status', 'text', 'changes', 'usage', 'messages', 'next'];
    const found = await runReadmeExample(README, { dragoman }, names, { given: { workspace } });
    expect(found).toMatchObject({
      status: 'success',
      text: 'It is friendlier now.',
      changes: [{ path: expect.stringMatching(/greeting\.txt$/), kind: 'update' }],
      usage: { input_tokens: expect.any(Number), total_tokens: expect.any(Number) },
      next: { status: 'success', text: 'It is fine in Smyrna.' },
    });
    expect(found.session).toMatchObject({ id: expect.any(String) });
    expect(JSON.stringify(found.messages)).toContain('cat greeting.txt');
    expect(JSON.stringify(found.next)).toContain('clear');
    expect(log.mock.calls.map(([name]) => name)).toEqual(['Bash', 'Edit']);
    expect(await remains()).toEqual([]);
  },
  INSTALL_TIMEOUT_MS,
);

test('the command is that of the CLI', () => {
  const bin = fileURLToPath(new URL('../bin/dragoman.cjs', import.meta.url));
  const { stdout, status } = spawnSync(process.execPath, [bin, '--help'], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toContain('dragoman');
});
