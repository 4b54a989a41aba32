import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withThrowawayHome } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { sessionAtPath } from './session-at-path.js';
import { createSessionRegistry } from './session-registry.js';

const ID = '019a1b2c-0000-7000-8000-000000000001';
const OTHER = '019a1b2c-0000-7000-8000-000000000002';
const rollout = (id: string) =>
  join('.codex/sessions/2026/01/01', `rollout-2026-01-01T00-00-00-${id}.jsonl`);

interface Trial {
  readonly state: string;
  note(agent: string, sessionId: string, home: string, stateDirectory?: string): void;
  file(path: string): Promise<string>;
}

const withState = (check: (trial: Trial) => Promise<void>) =>
  withThrowawayHome(({ home: state }) =>
    check({
      state,
      note: (agent, sessionId, home, stateDirectory = state) =>
        createSessionRegistry(stateDirectory).note({
          ...{ agent, sessionId, home, workspace: '/w', turns: 1, sandbox: 'bubblewrap' },
          ...{ createdAt: '', updatedAt: '' },
        }),
      async file(path) {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, `{"type":"session_meta","payload":{"id":"${OTHER}"}}\n`);
        return path;
      },
    }),
  );

test('a file is the session that the registry says, whatever the file says', () =>
  withState(async ({ state, note, file }) => {
    const home = join(state, 'homes/one');
    note('codex', ID, home);
    note('codex', OTHER, join(state, 'homes/two'));
    const path = await file(join(home, rollout(ID)));
    expect(await sessionAtPath(path, state)).toMatchObject({ entry: { sessionId: ID } });
    // A sub-agent has a file that no turn began.
    const beside = await file(join(home, rollout('019a1b2c-0000-7000-8000-000000000003')));
    expect(await sessionAtPath(beside, state)).toEqual({});
  }));

test('a state folder behind a link has the same sessions', () =>
  withState(async ({ state, note, file }) => {
    const linked = join(state, 'linked');
    await mkdir(join(state, 'real'));
    await symlink('real', linked);
    const home = join(linked, 'homes/one');
    const path = await file(join(home, rollout(ID)));
    note('codex', ID, home, linked);
    expect(await sessionAtPath(path, linked)).toMatchObject({ entry: { sessionId: ID } });
    note('codex', OTHER, '/elsewhere');
    expect(await sessionAtPath('/elsewhere/x.jsonl', state)).toBeUndefined();
  }));

test('a location in a database is the session of its id', () =>
  withState(async ({ state, note, file }) => {
    const home = join(state, 'homes/one');
    note('opencode', 'ses_1', home);
    const database = await file(join(home, '.local/share/opencode/opencode.db'));
    expect(await sessionAtPath(`${database}#ses_1`, state)).toMatchObject({
      entry: { sessionId: 'ses_1' },
    });
    expect(await sessionAtPath(`${database}#ses_2`, state)).toEqual({});
  }));
