import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { describe, expect, test } from 'vitest';
import { tries, withPlanted } from '../test-inputs/planted-folders.js';
import { plantedProjects } from '../test-inputs/planted-projects.js';
import { withTurns } from '../test-inputs/with-turns.js';

const OPTIONS = { timeout: INSTALL_TIMEOUT_MS };

describe.concurrent.each([
  ['claude', '2.1.197', plantedProjects.claude],
  ['claude', '2.0.50', plantedProjects.claude],
  ['codex', '0.166.0', plantedProjects.codex],
  ['codex', '0.58.0', plantedProjects.codex],
  ['gemini', '0.61.0', plantedProjects.geminiEnvironment],
  ['opencode', '1.18.33', plantedProjects.opencodePaths],
] as const)('%s %s, which nothing confines,', (name, version, files) => {
  const agent = `${name}@${version}`;

  test('runs nothing that the project says, and changes nothing unasked', OPTIONS, () =>
    withPlanted(files, async ({ run, marks, path }) => {
      const turn = await run({ agent, script: tries(name) });
      expect(turn.end, JSON.stringify(turn.events)).toMatchObject({ status: 'success' });
      expect(await marks()).toEqual([]);
      expect(await readdir(path(''))).not.toContain('made.txt');
      expect(await readdir(path('..'))).not.toContain('made.txt');
    }),
  );

  test('nor what a folder above the workspace says', OPTIONS, () =>
    withPlanted(files, async ({ run, marks, path }) => {
      const { end, events } = await run({ agent, cwd: path('below') });
      expect(end, JSON.stringify(events)).toMatchObject({ status: 'success' });
      expect(await marks()).toEqual([]);
    }),
  );
});

describe.concurrent.each([
  ['claude@2.1.197', plantedProjects.claude, ['prompt-project', 'server']],
  ['claude@2.0.50', plantedProjects.claude, ['prompt-project', 'server']],
  ['codex@0.166.0', plantedProjects.codex, ['server']],
  ['codex@0.58.0', plantedProjects.codex, ['git-monitor']],
  ['gemini@0.61.0', plantedProjects.gemini, ['server', 'discovery']],
  ['gemini@0.20.0', plantedProjects.gemini, ['server', 'discovery']],
  ['opencode@1.18.33', plantedProjects.opencodePaths, ['import']],
  ['opencode@1.18.33', plantedProjects.opencode, ['plugin']],
  ['opencode@1.1.65', plantedProjects.opencode, ['plugin']],
] as const)('%s that trusts the project', (agent, files, expected) => {
  test(`runs what it says: ${expected.join(', ')}`, OPTIONS, () =>
    withPlanted(files, async ({ run, marks }) => {
      const { events } = await run({ agent, projectSettings: 'trust' });
      expect(await marks(), JSON.stringify(events)).toEqual(expect.arrayContaining([...expected]));
    }),
  );
});

describe('what is only text for the model', () => {
  test.concurrent.each([
    ['claude', 'CLAUDE.md'],
    ['codex', 'AGENTS.md'],
    ['gemini', 'GEMINI.md'],
    ['opencode', 'AGENTS.md'],
  ] as const)('reaches the one of %s: %s', OPTIONS, (agent, file) =>
    withTurns(agent, async ({ workspace, run }) => {
      await writeFile(join(workspace, file), 'The word is plum.');
      const { requests } = await run({ projectSettings: 'ignore' });
      expect(JSON.stringify(requests)).toContain('The word is plum.');
    }),
  );
});
