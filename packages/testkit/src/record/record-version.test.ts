import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agents } from '@dragoman/agents';
import { expect, test } from 'vitest';
import { recordings } from '../recordings.js';
import { INSTALL_TIMEOUT_MS } from '../test-agents.js';
import { agentViews } from '../views/agent-views.js';
import { recordedSessions } from '../views/recorded-sessions.js';
import { viewsAgree } from '../views/view-gap.js';
import { recordVersion } from './record-version.js';
import { needsWork, versionPage } from './version-page.js';

const { version } = agents.codex;

test(
  'a scenario of the real Codex becomes a recording that the laws hold in',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-recorded-'));
    try {
      const report = await recordVersion({
        agent: `codex@${version}`,
        folder,
        only: 'two texts in a reply',
        // It is recorded in this scenario, so that only one turn is played.
        against: '0.150.0',
      });
      expect(report).toMatchObject({ compared: 1, files: 3, unknown: [], unsupported: [] });
      expect(report.rows).toEqual([{ scenario: 'two texts in a reply', laws: [], tokens: [] }]);
      expect(needsWork(report)).toBe(false);
      expect(versionPage(report)).toContain(`# codex ${version}, compared with 0.150.0`);

      const own = join(folder, 'codex', version);
      expect((await readdir(own)).sort()).toEqual([
        'two-texts-in-a-reply.meta.json',
        'two-texts-in-a-reply.rollout.jsonl',
        'two-texts-in-a-reply.stdout.jsonl',
      ]);
      for (const name of await readdir(own)) {
        expect(await readFile(join(own, name), 'utf8')).not.toMatch(/dragoman-home-|\.cache/);
      }
      const [session, ...others] = recordedSessions(recordings(folder), agents.codex.interpreter);
      expect(others).toEqual([]);
      expect(session?.views.saved.blocks.length).toBeGreaterThan(4);
      expect(session && viewsAgree(session, agentViews.codex.gaps)).toBe(true);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  INSTALL_TIMEOUT_MS,
);

test('a scenario that there is not is an error that names those there are', async () => {
  await expect(
    recordVersion({ agent: `codex@${version}`, folder: tmpdir(), only: 'no such thing' }),
  ).rejects.toThrow(/has "no such thing" in its name\. There are: four resumes; /);
});

test('a recording of several turns is read turn by turn, as it was written', () => {
  const resumed = recordings().find(
    ({ agent, scenario, view }) =>
      agent === 'codex' && scenario === 'four-resumes' && view === 'live',
  );
  const turns = resumed?.turns() ?? [];
  expect(turns).toHaveLength(5);
  expect(Buffer.concat(turns.map(({ bytes }) => bytes))).toEqual(
    Buffer.from(resumed?.bytes() ?? []),
  );
  const before = turns.map(({ usageBefore }) => usageBefore?.input_tokens);
  expect(before).toEqual([undefined, 2000, 3000, 4000, 6000]);
});
