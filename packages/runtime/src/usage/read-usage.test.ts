import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { recordings } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { homesDirectory } from '../sessions/session-home.js';
import { createSessionRegistry } from '../sessions/session-registry.js';
import { readUsage } from './read-usage.js';

const ID = '01a1e0ae-0000-7000-8000-000000000001';
const PATH = `.codex/sessions/2026/11/16/rollout-2026-11-16T02-00-00-${ID}.jsonl`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-usage-'));
  vi.stubEnv('HOME', join(folder, 'user'));
  for (const name of ['CODEX_HOME', 'CLAUDE_CONFIG_DIR', 'GEMINI_CLI_HOME', 'XDG_DATA_HOME']) {
    vi.stubEnv(name, '');
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function writeSession(home: string): string {
  const recording = recordings()
    .filter(({ agent, view, scenario }) => `${agent} ${view} ${scenario}` === 'codex saved resume')
    .at(-1);
  const path = join(home, PATH);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, recording?.bytes() ?? '');
  return path;
}

function usage(options: Parameters<typeof readUsage>[0] = {}) {
  const folders = { cacheDirectory: join(folder, 'cache'), stateDirectory: join(folder, 'state') };
  return readUsage({ ...folders, by: 'session', ...options });
}

/** A HOME of a turn that went on with a session of the user's. */
function adopt(from: string): void {
  const stateDirectory = join(folder, 'state');
  const home = join(homesDirectory(stateDirectory), 'adopted01');
  mkdirSync(home, { recursive: true });
  cpSync(join(from, '.codex'), join(home, '.codex'), { recursive: true });
  const time = new Date().toISOString();
  createSessionRegistry(stateDirectory).note({
    agent: 'codex',
    sessionId: ID,
    home,
    workspace: join(folder, 'project'),
    sandbox: 'process',
    turns: 1,
    createdAt: time,
    updatedAt: time,
  });
}

test('what a turn copied to go on with it counts once, and its own calls in its workspace', async () => {
  const user = join(folder, 'user');
  writeSession(user);
  const before = await usage();
  expect(before.total.calls).toBeGreaterThan(2);
  adopt(user);
  expect((await usage()).total).toEqual(before.total);
  rmSync(join(user, '.codex'), { recursive: true });
  const alone = await usage({ project: join(folder, 'project') });
  expect(alone.total).toEqual(before.total);
});

test('a folder that a variable names and that is not there is a problem, and hides nothing', async () => {
  writeSession(join(folder, 'user'));
  vi.stubEnv('CLAUDE_CONFIG_DIR', join(folder, 'nowhere'));
  const { total, problems } = await usage();
  expect(total.calls).toBeGreaterThan(2);
  expect(problems).toEqual([expect.stringContaining('CLAUDE_CONFIG_DIR')]);
});
