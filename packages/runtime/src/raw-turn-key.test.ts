import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defineScript, startForwardGateway, startScriptGateway } from '@dragoman/gateway';
import { collectText } from '@dragoman/sandbox';
import { INSTALL_TIMEOUT_MS, testAgent, withThrowawayHome } from '@dragoman/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { startRawTurn } from './raw-turn.js';

/** Every file below a folder, as bytes that read as text. */
async function allTextIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  return (await Promise.all(texts)).join('\n');
}

test(
  'through forward in front of script, the script sees the real key and codex never does',
  () =>
    withThrowawayHome(async ({ home, workspace }) => {
      const keysSeen = new Set<string | undefined>();
      const upstream = await startScriptGateway({
        script: defineScript({
          usage: { input: 1000, cached: 600, output: 50, reasoning: 10 },
          steps: [{ run: 'env > env.txt; cat /proc/$PPID/environ' }, { say: 'Seen nothing.' }],
        }),
        onRequest: ({ headers }) => void keysSeen.add(headers.authorization),
      });
      onTestFinished(() => upstream.close());
      const realKey = upstream.admit({}).token;
      const gateway = await startForwardGateway({
        upstreams: { openai: { baseUrl: `${upstream.url}/v1`, key: realKey } },
      });
      onTestFinished(() => gateway.close());
      const pass = gateway.admit({});

      const turn = await startRawTurn({
        installed: await testAgent('codex'),
        prompt: 'Look for a key.',
        endpoint: { url: gateway.url ?? '', token: pass.token },
        home,
        cwd: workspace,
        permission: 'bypass',
        timeoutMs: 60_000,
      });
      const environment = await readFile(`/proc/${turn.pid}/environ`, 'latin1');
      const [stdout, stderr, exit] = await Promise.all([
        collectText(turn.stdout),
        collectText(turn.stderr),
        turn.exit,
      ]);

      expect(exit).toMatchObject({ exitCode: 0, reason: 'exited' });
      expect(stdout).toContain('Seen nothing.');
      expect([...keysSeen]).toEqual([`Bearer ${realKey}`]);
      const files = await allTextIn(dirname(home));
      expect(files).toContain(pass.token);
      for (const seen of [environment, stdout, stderr, files]) expect(seen).not.toContain(realKey);
      expect(pass.usage()).toMatchObject({ requests: 2, inputTokens: 2000, outputTokens: 100 });
    }),
  INSTALL_TIMEOUT_MS,
);
