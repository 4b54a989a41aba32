import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordings } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSessionRegistry } from '../sessions/session-registry.js';
import { findUserSession } from './find-user-session.js';

const OWN = '01a1e0ae-0000-7000-8000-000000000001';
const OTHER = '01a1e0ae-0000-7000-8000-000000000002';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-find-'));
  vi.stubEnv('HOME', folder);
  vi.stubEnv('DRAGOMAN_STATE', join(folder, 'state'));
  for (const name of ['CODEX_HOME', 'CLAUDE_CONFIG_DIR', 'GEMINI_CLI_HOME', 'XDG_DATA_HOME']) {
    vi.stubEnv(name, '');
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('a session of a turn and one of another agent may both be meant: nothing is said of two of an agent', async () => {
  createSessionRegistry(join(folder, 'state')).note({
    ...{ agent: 'codex', sessionId: OWN, workspace: folder, sandbox: 'process', turns: 1 },
    ...{ home: join(folder, 'state', 'homes', 'one'), createdAt: '', updatedAt: '' },
  });
  const claude = recordings().find(({ agent, view }) => agent === 'claude' && view === 'saved');
  const project = join(folder, '.claude', 'projects', '-project');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, `${OTHER}.jsonl`), claude?.bytes() ?? '');
  await expect(findUserSession('01a1')).rejects.toMatchObject({
    code: 'session_ambiguous',
    message: `The session ${OWN} of codex and another have an id that begins with "01a1". Give more characters.`,
  });
  expect(await findUserSession(OWN)).toMatchObject({ entry: { sessionId: OWN } });
  for (const [wanted, agent, other] of [
    [OWN, 'claude', 'codex'],
    [OTHER, 'codex', 'claude'],
  ] as const) {
    await expect(findUserSession(wanted, { agent })).rejects.toMatchObject({
      code: 'session_of_another',
      message: `The session ${wanted} is one of ${other}. Omit --agent, or use --agent ${other}.`,
    });
  }
});
