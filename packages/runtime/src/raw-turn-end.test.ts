import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentNames } from '@dragoman/agents';
import { defineScript, startScriptGateway } from '@dragoman/gateway';
import { collectText, readProcess } from '@dragoman/sandbox';
import { INSTALL_TIMEOUT_MS, testAgent, withThrowawayHome } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { startRawTurn } from './raw-turn.js';

let gateway: Awaited<ReturnType<typeof startScriptGateway>>;
beforeAll(async () => {
  gateway = await startScriptGateway({
    script: defineScript({ steps: [{ run: 'echo $$ > pid; exec sleep 300' }] }),
  });
});
afterAll(() => gateway.close());

const AGENTS = inject('isDeep') ? [...agentNames, 'codex@0.58.0'] : agentNames;

test.concurrent.each([...AGENTS])(
  'killing %s in the middle of a command ends the command too',
  (reference) =>
    withThrowawayHome(async ({ home, workspace }) => {
      const turn = await startRawTurn({
        installed: await testAgent(reference),
        prompt: 'Wait.',
        endpoint: { url: gateway.url ?? '', token: gateway.admit({}).token },
        home,
        cwd: workspace,
        permission: 'bypass',
        timeoutMs: 120_000,
      });
      const drained = Promise.all([collectText(turn.stdout), collectText(turn.stderr)]);
      const command = await vi.waitFor(
        async () => {
          const pid = Number(await readFile(join(workspace, 'pid'), 'utf8'));
          expect(readProcess(pid)).toBeDefined();
          return pid;
        },
        { timeout: 60_000, interval: 50 },
      );
      await turn.kill();
      await drained;
      expect(await turn.exit).toMatchObject({ reason: 'killed' });
      expect(readProcess(command)).toBeUndefined();
      expect(readProcess(turn.pid)).toBeUndefined();
    }),
  INSTALL_TIMEOUT_MS,
);
