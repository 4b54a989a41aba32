import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentNames } from '@dragoman/agents';
import { recordings } from '@dragoman/testkit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';
import { gatherSessions } from './gather-sessions.js';
import { searchSessions } from './session-search.js';

const SCENARIOS = ['multi', 'patch', 'unicode', 'shellfail'];
const chosen = recordings().filter(
  ({ agent, view, version, scenario }) =>
    agent === 'codex' && view === 'saved' && version === '0.166.0' && SCENARIOS.includes(scenario),
);

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-gather-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));
beforeEach(async () => {
  vi.stubEnv('DRAGOMAN_STATE', join(root, 'state'));
  await rm(join(root, 'kept'), { recursive: true, force: true });
  await mkdir(join(root, 'kept'), { recursive: true });
  for (const { path, scenario } of chosen) {
    await cp(path, join(root, 'kept', `${scenario}.jsonl`));
  }
  return () => vi.unstubAllEnvs();
});

test('a session that cannot be read hides none that a search finds', async () => {
  const { sessions, failures } = await gatherSessions({
    agents: agentNames,
    folders: [join(root, 'kept')],
    search: 'do the',
    filter: ({ path }) => {
      if (path.endsWith('patch.jsonl')) rmSync(path);
      return true;
    },
  });
  expect(sessions).toHaveLength(SCENARIOS.length - 1);
  expect(failures).toMatchObject([{ message: expect.stringContaining('patch.jsonl') }]);
});

test('a search that ends once it has enough does not claim to know how many more there are', async () => {
  const terminal = createMemoryTerminal();
  const search = ['--search', 'do the', '--limit', '2'];
  expect(await runCli(['sessions', 'list', join(root, 'kept'), ...search], terminal)).toBe(0);
  expect(terminal.stderr()).toBe('… and more (--limit 4)\n');
});

test('a session of exec that is not known any more is not read with the CLI of the user', async () => {
  const [session] = (await gatherSessions({ agents: agentNames, folders: [join(root, 'kept')] }))
    .sessions;
  if (session === undefined) expect.fail('there are sessions');
  const { signal } = new AbortController();
  const { matchesIn } = searchSessions(
    [session, { ...session, origin: 'dragoman' }],
    'do the',
    signal,
  );
  expect((await matchesIn(0)).length).toBeGreaterThan(0);
  await expect(matchesIn(1)).rejects.toMatchObject({ code: 'session_unknown' });
});
