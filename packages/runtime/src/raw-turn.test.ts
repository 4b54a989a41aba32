import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineScript, startScriptGateway } from '@dragoman/gateway';
import { readProcesses } from '@dragoman/sandbox';
import {
  INSTALL_TIMEOUT_MS,
  runRawTurn,
  saidIn,
  startProxyTrap,
  withThrowawayHome,
} from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SCRIPT = defineScript({
  name: 'proof',
  usage: { input: 1000, cached: 600, output: 50, reasoning: 10 },
  steps: [
    [{ say: 'Let me see.' }, { run: 'expr 6 \\* 7 > ran.txt; echo "$HOME" >> ran.txt' }],
    { say: 'The scripted answer, word for word: grüß dich, 世界.' },
  ],
});

let gateway: Awaited<ReturnType<typeof startScriptGateway>>;
beforeAll(async () => {
  gateway = await startScriptGateway({ script: SCRIPT });
});
afterAll(() => gateway.close());

test.concurrent.each(['codex', 'codex@0.58.0', 'claude', 'gemini', 'opencode'])(
  'the real %s, under a scripted model, runs its command, says its answer, calls nobody else and leaves nobody behind',
  (reference) =>
    withThrowawayHome(async ({ home, workspace }) => {
      const pass = gateway.admit({});
      const trap = await startProxyTrap();
      const ended = await runRawTurn({
        agent: reference,
        prompt: '--help me: do as the script says',
        gateway,
        token: pass.token,
        home,
        cwd: workspace,
        permission: 'bypass',
        proxy: trap.url,
      });
      await trap.close();

      expect(ended).toMatchObject({ exitCode: 0, signal: null, reason: 'exited' });
      expect(saidIn(ended.stdout)).toContain(
        'The scripted answer, word for word: grüß dich, 世界.',
      );
      expect(await readFile(join(workspace, 'ran.txt'), 'utf8')).toBe(`42\n${home}\n`);
      expect(pass.usage()).toMatchObject({ requests: 2, inputTokens: 2000, outputTokens: 100 });
      expect(trap.attempts).toEqual([]);
      const left = await readProcesses(`HOME=${home}`);
      expect([...(left?.marked ?? [])]).toEqual([]);
    }),
  INSTALL_TIMEOUT_MS,
);
