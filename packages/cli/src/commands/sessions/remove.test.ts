import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentName, agentNames, agents } from '@dragoman/agents';
import { INSTALL_TIMEOUT_MS, testAgent } from '@dragoman/testkit';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  createDragomanFixture,
  type DragomanFixture,
  prepareDragoman,
} from '../../../test-inputs/dragoman-process.js';
import { jsonLines } from '../../../test-inputs/json-lines.js';

const TIMEOUT_MS = 180_000;
const tried: readonly AgentName[] = inject('isDeep') ? agentNames.filter(canFork) : ['codex'];

function canFork(name: AgentName): boolean {
  const { abilities, version } = agents[name];
  return abilities(version).fork;
}

beforeAll(async () => {
  await prepareDragoman();
  for (const name of tried) await testAgent(name);
}, INSTALL_TIMEOUT_MS);

describe.each(tried)('a session of %s and its fork', (agent) => {
  let fixture: DragomanFixture;
  beforeAll(async () => {
    fixture = await createDragomanFixture();
  });
  afterAll(() => fixture?.remove());

  const listed = async (): Promise<{ id: string; path: string }[]> => {
    const { stdout } = await fixture.run(['sessions', 'list', '--json']);
    return jsonLines(stdout);
  };
  const begin = async (...more: string[]): Promise<string> => {
    const script = await fixture.file('say.yaml', 'steps: [{ say: About flamingos. }]');
    const args = ['exec', 'Go.', '--agent', agent, '--script', script, '--json', ...more];
    const { stdout, stderr } = await fixture.run(args);
    const named = /"session_id":"([^"]+)"/.exec(stdout)?.[1];
    if (named === undefined) throw new Error(stderr);
    return named;
  };

  test(
    'go on by the path that a list shows, and are removed together or not at all',
    async () => {
      const first = await begin();
      const fork = await begin('--resume', first, '--fork');
      expect(fork).not.toBe(first);
      const both = await listed();
      expect(both.map(({ id }) => id).sort()).toEqual([first, fork].sort());
      for (const { id, path } of both) expect(await begin('--resume', path)).toBe(id);

      for (const yes of [[], ['--yes']]) {
        const refused = await fixture.run(['sessions', 'remove', first, ...yes]);
        expect(refused).toMatchObject({ code: 1, stdout: '' });
        expect(refused.stderr).toContain(
          `together with ${fork}. To remove them all: --with-forks.\n`,
        );
      }
      expect((await listed()).map(({ id }) => id)).toEqual(expect.arrayContaining([first, fork]));
      const dry = await fixture.run(['sessions', 'remove', first, '--with-forks']);
      expect(dry.stdout.match(/would be removed/g)).toHaveLength(2);

      // Who names them all needs no more words.
      const gone = await fixture.run(['sessions', 'remove', fork, first, '--yes']);
      expect(gone, gone.stderr).toMatchObject({ code: 0 });
      for (const id of [first, fork]) expect(gone.stdout).toContain(`${id} of ${agent}`);
      expect(await listed()).toEqual([]);
      expect(await fixture.run(['sessions', 'search', 'flamingos'])).toMatchObject({ code: 1 });
      for (const { path } of both) expect(existsSync(path.replace(/#.*/, ''))).toBe(false);
      for (const folder of ['turns', 'homes']) {
        expect(await readdir(join(fixture.state, folder))).toEqual([]);
      }
    },
    TIMEOUT_MS,
  );
});
