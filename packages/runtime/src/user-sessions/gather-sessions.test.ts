import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentNames } from '@dragoman/agents';
import { recordings } from '@dragoman/testkit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type GatheredSession, gatherSessions } from './gather-sessions.js';
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
  const { sessions, isPartial } = await gatherSessions({
    agents: agentNames,
    folders: [join(root, 'kept')],
    search: 'do the',
    limit: 2,
  });
  expect([sessions.length, isPartial]).toEqual([2, true]);
});

test('a sub-agent’s session in a HOME of a turn, which nobody has registered, is searched, too', async () => {
  const [session] = (await gatherSessions({ agents: agentNames, folders: [join(root, 'kept')] }))
    .sessions;
  if (session === undefined) expect.fail('there are sessions');
  const { signal } = new AbortController();
  const { matchesIn } = searchSessions(
    [session, { ...session, origin: 'dragoman' }],
    'do the',
    signal,
  );
  expect((await matchesIn(1)).length).toBeGreaterThan(0);
});

test('a database in a HOME of a turn is not read with the CLI of the user', async () => {
  const home = join(root, 'state/homes/one/.local/share/opencode');
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'opencode.db'), '');
  const session: GatheredSession = {
    agent: 'opencode',
    origin: 'dragoman',
    id: 'ses_1',
    path: `${home}/opencode.db#ses_1`,
    ...{ updatedAt: '', bytes: 0, archived: false },
  };
  const { matchesIn } = searchSessions([session], 'do the', new AbortController().signal);
  await expect(matchesIn(0)).rejects.toMatchObject({ code: 'session_unknown' });
});
