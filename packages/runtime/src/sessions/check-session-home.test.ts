import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { withThrowawayHome } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { checkSessionHome } from './session-home.js';
import type { SessionEntry } from './session-registry.js';

function sessionIn(home: string): SessionEntry {
  const now = '2026-01-01T00:00:00.000Z';
  const fixture = { home, workspace: '/work', sandbox: 'process' as const };
  return { agent: 'codex', sessionId: 'one', ...fixture, turns: 1, createdAt: now, updatedAt: now };
}

test('a HOME of the state folder is one, also by another way there, also when it is gone', () =>
  withThrowawayHome(async ({ home: root }) => {
    const state = join(root, 'state');
    await mkdir(join(state, 'homes/one'), { recursive: true });
    await symlink(state, join(root, 'link'));
    await checkSessionHome(sessionIn(join(state, 'homes/one')), state);
    await checkSessionHome(sessionIn(join(state, 'homes/one')), join(root, 'link'));
    await checkSessionHome(sessionIn(join(state, 'homes/gone')), state);
  }));

test('any other folder is refused', () =>
  withThrowawayHome(async ({ home: root }) => {
    const state = join(root, 'state');
    await mkdir(join(state, 'homes'), { recursive: true });
    await symlink(root, join(state, 'homes/link'));
    const elsewhere = [
      root,
      state,
      '/',
      join(state, 'homes'),
      `${state}/homes/../sessions`,
      `${state}/homes/link`,
    ];
    for (const home of elsewhere) {
      await expect(checkSessionHome(sessionIn(home), state)).rejects.toMatchObject({
        code: 'session_damaged',
        message: expect.stringContaining(home),
      });
    }
  }));
