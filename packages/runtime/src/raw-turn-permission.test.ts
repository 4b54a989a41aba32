import { readdir } from 'node:fs/promises';
import { defineScript, startScriptGateway, type WrittenScript } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS, runRawTurn, withThrowawayHome } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

let gateway: Awaited<ReturnType<typeof startScriptGateway>>;
beforeAll(async () => {
  gateway = await startScriptGateway();
});
afterAll(() => gateway.close());

const COMMAND = 'echo changed > changed.txt; echo changed > ../changed.txt';

/** Gemini CLI and OpenCode don't offer their shell in this posture: the model asks for it anyway. */
const ATTEMPTS: [reference: string, attempt: WrittenScript['steps'][number]][] = [
  ['codex', { run: COMMAND }],
  ['codex@0.58.0', { run: COMMAND }],
  ['claude', { run: COMMAND }],
  ['gemini', { tool: { name: 'run_shell_command', arguments: { command: COMMAND } } }],
  ['opencode', { tool: { name: 'bash', arguments: { command: COMMAND } } }],
];

test.concurrent.each(ATTEMPTS)(
  'without a permission %s changes nothing, and goes on',
  (reference, attempt) =>
    withThrowawayHome(async ({ home, workspace }) => {
      const script = defineScript({ steps: [attempt, { say: 'So be it.' }] });
      const pass = gateway.admit({ script });
      const ended = await runRawTurn({
        agent: reference,
        prompt: 'Change something.',
        gateway,
        token: pass.token,
        home,
        cwd: workspace,
      });
      expect(ended).toMatchObject({ exitCode: 0 });
      expect(ended.stdout).toContain('So be it');
      expect(pass.usage().requests).toBe(2);
      expect(await readdir(workspace)).toEqual([]);
      expect(await readdir(`${workspace}/..`)).not.toContain('changed.txt');
    }),
  INSTALL_TIMEOUT_MS,
);
