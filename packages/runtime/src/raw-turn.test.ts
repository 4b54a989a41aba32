import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineScript, startScriptGateway } from '@dragoman/gateway';
import {
  INSTALL_TIMEOUT_MS,
  saidIn,
  startProxyTrap,
  testAgent,
  withThrowawayHome,
} from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectText } from './process/collect-text.js';
import { hasEnvironment, readProcessTable } from './process/process-table.js';
import { startRawTurn } from './raw-turn.js';

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

async function processesOf(home: string): Promise<number[]> {
  const table = (await readProcessTable()) ?? [];
  const ours = await Promise.all(table.map(({ pid }) => hasEnvironment(pid, `HOME=${home}`)));
  return table.filter((_entry, index) => ours[index]).map(({ pid }) => pid);
}

test.concurrent.each(['codex', 'codex@0.58.0', 'claude', 'gemini', 'opencode'])(
  'the real %s, under a scripted model, runs its command, says its answer, calls nobody else and leaves nobody behind',
  (reference) =>
    withThrowawayHome(async ({ home, workspace }) => {
      const installed = await testAgent(reference);
      const pass = gateway.admit({});
      const trap = await startProxyTrap();
      const turn = await startRawTurn({
        installed,
        prompt: '--help me: do as the script says',
        endpoint: { url: gateway.url ?? '', token: pass.token },
        home,
        cwd: workspace,
        permission: 'bypass',
        proxy: trap.url,
        timeoutMs: 120_000,
      });
      const [output, , exit] = await Promise.all([
        collectText(turn.stdout),
        collectText(turn.stderr),
        turn.exit,
      ]);
      await trap.close();

      expect(exit).toEqual({ exitCode: 0, signal: null, reason: 'exited' });
      expect(saidIn(output)).toContain('The scripted answer, word for word: grüß dich, 世界.');
      expect(await readFile(join(workspace, 'ran.txt'), 'utf8')).toBe(`42\n${home}\n`);
      expect(pass.usage()).toMatchObject({ requests: 2, inputTokens: 2000, outputTokens: 100 });
      expect(trap.attempts).toEqual([]);
      expect(await processesOf(home)).toEqual([]);
    }),
  INSTALL_TIMEOUT_MS,
);
