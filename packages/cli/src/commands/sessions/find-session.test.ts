import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionRegistry } from '@dragoman/runtime/internal';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';

const ID = '019a1b2c-0000-7000-8000-000000000001';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-find-'));
  vi.stubEnv('HOME', root);
  for (const name of ['DRAGOMAN_STATE', 'DRAGOMAN_CACHE']) vi.stubEnv(name, join(root, name));
  for (const name of ['CODEX_HOME', 'CLAUDE_CONFIG_DIR', 'XDG_DATA_HOME', 'DRAGOMAN_OPENCODE']) {
    vi.stubEnv(name, undefined);
  }
  createSessionRegistry(join(root, 'DRAGOMAN_STATE')).note({
    agent: 'codex',
    sessionId: ID,
    home: join(root, 'DRAGOMAN_STATE/homes/one'),
    workspace: root,
    sandbox: 'process',
    turns: 1,
    createdAt: '',
    updatedAt: '',
  });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true });
});

async function remove(wanted: string) {
  const terminal = createMemoryTerminal();
  const code = await runCli(['sessions', 'remove', wanted, '--yes'], terminal);
  const left = await createSessionRegistry(join(root, 'DRAGOMAN_STATE')).all();
  return { code, stderr: terminal.stderr(), left: left.map(({ sessionId }) => sessionId) };
}

test('the beginning of an id removes nothing where the sessions of an agent cannot be read', async () => {
  await mkdir(join(root, '.local/share/opencode'), { recursive: true });
  await writeFile(join(root, '.local/share/opencode/opencode.db'), 'no opencode here reads this');
  const refused = await remove(ID.slice(0, 8));
  expect(refused).toMatchObject({ code: 1, left: [ID] });
  expect(refused.stderr).toContain(`give the whole id: ${ID}`);
  expect(await remove(ID)).toMatchObject({ code: 0, left: [] });
});

test('the beginning of an id is enough where no other session has it', async () => {
  expect(await remove(ID.slice(0, 8))).toMatchObject({ code: 0, left: [] });
});

test('a session whose entry is damaged is named where sessions are listed, and where it is meant', async () => {
  await writeFile(join(root, 'DRAGOMAN_STATE/sessions/codex', `${ID}.json`), '');
  for (const command of [['list'], ['show', ID.slice(0, 8)]]) {
    const terminal = createMemoryTerminal();
    await runCli(['sessions', ...command], terminal);
    expect(terminal.stderr()).toContain(`sessions/codex/${ID}.json can't be resumed`);
  }
});

test('a removal is refused, also a dry run, where a fork that is damaged may share the HOME', async () => {
  await writeFile(join(root, 'DRAGOMAN_STATE/sessions/codex/fork.json'), '{"agent":"co');
  expect(await remove(ID)).toMatchObject({
    code: 1,
    left: [ID],
    stderr: expect.stringContaining('sessions/codex/fork.json is damaged'),
  });
  const terminal = createMemoryTerminal();
  expect(await runCli(['sessions', 'remove', ID], terminal)).toBe(1);
  expect(terminal.stdout()).toBe('');
});
