import { readdir } from 'node:fs/promises';
import { INSTALL_TIMEOUT_MS, testAgent, withThrowawayHome } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { type RawTurnOptions, startRawTurn } from './raw-turn.js';

const REFUSED: [agent: string, asked: Partial<RawTurnOptions>, code: string][] = [
  ['codex@0.58.0', { fork: 'some-session' }, 'unsupported_option'],
  ['codex@0.58.0', { ephemeral: true }, 'unsupported_option'],
  ['codex@0.166.0', { codex: { wireApi: 'chat' } }, 'unsupported_option'],
  ['codex@0.166.0', { permission: 'plan' }, 'unsupported_option'],
  ['codex@0.166.0', { prompt: 'x'.repeat(1_048_577) }, 'prompt_too_long'],
  ['codex@0.166.0', { prompt: ' \n' }, 'prompt_empty'],
  ['codex@0.166.0', { images: ['not-there.png'] }, 'image_missing'],
  ['codex@0.166.0', { images: ['.'] }, 'image_missing'],
  ['codex@0.166.0', { cwd: 'not-there' }, 'workspace_missing'],
  ['codex@0.166.0', { cwd: import.meta.filename }, 'workspace_missing'],
  ['claude', { resume: 'some-session' }, 'invalid_request'],
  ['claude', { images: ['not-there.png'] }, 'image_missing'],
  ['gemini', { ephemeral: true }, 'unsupported_option'],
  ['opencode', { outputSchema: {} }, 'unsupported_option'],
];

test.each(REFUSED)(
  '%s, asked for %j, is not started (%s)',
  (agent, asked, code) =>
    withThrowawayHome(async ({ home, workspace }) => {
      const turn = startRawTurn({
        installed: await testAgent(agent),
        prompt: 'Do it.',
        endpoint: { url: 'http://127.0.0.1:1', token: 'token' },
        home,
        cwd: workspace,
        ...asked,
      });
      await expect(turn).rejects.toMatchObject({ name: 'DragomanError', code });
      expect(await readdir(home)).toEqual([]);
    }),
  INSTALL_TIMEOUT_MS,
);
