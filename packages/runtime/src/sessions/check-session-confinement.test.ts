import { randomUUID } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createProcessSandboxes } from '@dragoman/sandbox';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  requireProgram,
  type TurnFixture,
} from '@dragoman/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSessionConfinement } from './session-home.js';
import { createSessionRegistry, type SessionEntry } from './session-registry.js';

let fixture: TurnFixture;
let marks: string;
beforeAll(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  fixture = await createTurnFixture();
  marks = join(dirname(fixture.workspace), 'marks');
  await mkdir(marks);
});
afterAll(() => fixture.remove());

/** An agent whose command makes every later start of its CLI start a program. */
function planting(name: string) {
  const server = `[mcp_servers.planted]\\ncommand = "touch"\\nargs = ["${marks}/${name}"]\\n`;
  return { steps: [{ run: `printf '${server}' > $HOME/.codex/config.toml` }, { say: 'Done.' }] };
}

test('what an agent left in HOME while it was confined runs nowhere else, unless it is trusted', {
  timeout: INSTALL_TIMEOUT_MS,
}, async () => {
  const script = planting('resumed');
  const { turn } = await fixture.run({ sandbox: 'bubblewrap', script });
  const resumed = { resume: turn.sessionId, sandbox: 'process' } as const;
  await expect(fixture.run(resumed)).rejects.toMatchObject({
    code: 'session_confined',
    message: expect.stringContaining('--sandbox bubblewrap'),
  });
  expect(await readdir(marks)).toEqual([]);
  expect((await fixture.run({ ...resumed, sandbox: 'bubblewrap' })).end.status).toBe('success');
  expect(await readdir(marks)).toEqual([]);
  await fixture.run({ ...resumed, projectSettings: 'trust' });
  expect(await readdir(marks)).toEqual(['resumed']);
  // Trust is said for one turn: what was left is still there.
  await expect(fixture.run(resumed)).rejects.toMatchObject({ code: 'session_confined' });
});

test('nor what it left in the HOME of a session that was forked for it', {
  timeout: INSTALL_TIMEOUT_MS,
}, async () => {
  const first = await fixture.run({ sandbox: 'process' });
  const fork = first.turn.sessionId;
  await fixture.run({ fork, sandbox: 'bubblewrap', script: planting('forked') });
  await expect(fixture.run({ resume: fork, sandbox: 'process' })).rejects.toMatchObject({
    code: 'session_confined',
  });
  expect(await readdir(marks)).not.toContain('forked');
});

test('a session is known to be confined before its agent is at work', {
  timeout: INSTALL_TIMEOUT_MS,
}, async () => {
  const { turn } = await fixture.run({ sandbox: 'process' });
  const id = turn.sessionId ?? '';
  const registry = createSessionRegistry(fixture.stateDirectory);
  expect(await registry.require('codex', id)).toMatchObject({ sandbox: 'process' });
  const waiting = await fixture.start({
    resume: id,
    sandbox: 'bubblewrap',
    script: { steps: [{ run: 'sleep 60' }, { say: 'Done.' }] },
  });
  for await (const { type } of waiting.events()) if (type === 'sandbox') break;
  expect(await registry.require('codex', id)).toMatchObject({ sandbox: 'bubblewrap' });
  await waiting.cancel();
  await waiting.outcome;
});

describe('what counts is whether there were walls, not what a sandbox is called', () => {
  const without = createProcessSandboxes({}).abilities;
  const check = async (entry: Partial<SessionEntry>, kind: string) => {
    const home = join(fixture.stateDirectory, 'homes', randomUUID());
    const noted = {
      agent: 'codex',
      sessionId: randomUUID(),
      home,
      workspace: '/w',
      sandbox: 'process',
      turns: 1,
      createdAt: '',
      updatedAt: '',
      ...entry,
    };
    const registry = createSessionRegistry(fixture.stateDirectory);
    registry.note(noted);
    await checkSessionConfinement(noted, { kind, abilities: without }, registry);
  };

  test.each([
    ['a jail of the same name without walls', { sandbox: 'jail', confinesFiles: true }, 'jail'],
    ['after an older version', { sandbox: 'bubblewrap' }, 'process'],
    ['after a kind that nobody knows', { sandbox: 'jail' }, 'process'],
  ])('it is refused: %s', async (_name, entry, kind) => {
    await expect(check(entry, kind)).rejects.toMatchObject({ code: 'session_confined' });
  });

  test.each([
    ['another kind without walls', { sandbox: 'jail', confinesFiles: false }, 'process'],
    ['after an older version', { sandbox: 'process' }, 'bare'],
  ])('it goes on: %s', async (_name, entry, kind) => {
    await expect(check(entry, kind)).resolves.toBeUndefined();
  });
});
