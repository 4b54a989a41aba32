import { readdir } from 'node:fs/promises';
import { agents } from '@dragoman/agents';
import { type EndedTurn, INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { describe, expect, test } from 'vitest';
import { type PlantedName, tries, withPlanted } from '../test-inputs/planted-folders.js';
import { plantedProjects } from '../test-inputs/planted-projects.js';

const OPTIONS = { timeout: INSTALL_TIMEOUT_MS };

function outputsOf({ events }: EndedTurn): string {
  return JSON.stringify(events.filter(({ type }) => type === 'tool_result'));
}

const READS_BY_COMMAND: Readonly<Record<PlantedName, boolean>> = {
  claude: true,
  codex: true,
  gemini: false,
  opencode: false,
};

describe.each([
  ['claude', plantedProjects.claude],
  ['codex', plantedProjects.codex],
  ['gemini', plantedProjects.geminiEnvironment],
  ['opencode', plantedProjects.opencodePaths],
] as const)('%s, which nothing confines,', (name, files) => {
  test('runs nothing that the project says, and changes nothing unasked', OPTIONS, () =>
    withPlanted(files, async ({ run, marks, path }) => {
      const turn = await run({ agent: name, script: tries(name) });
      expect(turn.end, JSON.stringify(turn.events)).toMatchObject({ status: 'success' });
      expect(await marks()).toEqual([]);
      expect(await readdir(path(''))).not.toContain('made.txt');
      expect(await readdir(path('..'))).not.toContain('made.txt');
      const hasRead = outputsOf(turn).includes('plum tree');
      expect(hasRead, agents[name].unasked).toBe(READS_BY_COMMAND[name]);
    }),
  );
});

test.each([
  ['claude@1.0.100', ['.claude/settings.json', '.mcp.json']],
  ['codex@0.80.0', ['.codex/config.toml']],
  ['codex@0.92.0', ['.codex/rules/planted.rules']],
  ['gemini@0.61.0', ['.gemini/settings.json', '.gemini/.env']],
  ['gemini@0.20.0', ['.gemini/settings.json', '.env']],
  ['opencode@1.18.33', ['opencode.json', 'opencode.jsonc', '.opencode/plugin/planted.js']],
  ['opencode@1.1.65', ['opencode.json', 'tsconfig.json']],
])(
  '%s can’t be seen to ignore %j: where one of them is, it isn’t started',
  async (agent, paths) => {
    for (const file of paths) {
      await withPlanted({ [file]: '' }, async ({ run, path }) => {
        for (const cwd of [path(''), path('below')]) {
          await expect(run({ agent, install: false, cwd })).rejects.toMatchObject({
            code: 'project_untrusted',
            message: expect.stringContaining(path(file.split('/')[0] ?? '')),
          });
        }
      });
    }
  },
);
