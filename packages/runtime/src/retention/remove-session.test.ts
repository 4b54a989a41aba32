import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type ProcessOwner, thisOwner } from '@dragoman/sandbox';
import { withThrowawayHome } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { holdHome } from '../sessions/home-lock.js';
import { createSessionRegistry } from '../sessions/session-registry.js';
import { writeTurnRecord } from '../turn/turn-record.js';
import { findExpired } from './find-expired.js';
import { removeSession } from './remove-session.js';

const DEAD: ProcessOwner = { ...thisOwner(), pid: 2 ** 22, startTime: '1' };

async function withSession(
  check: (session: { stateDirectory: string; home: string }) => Promise<void>,
): Promise<void> {
  await withThrowawayHome(async ({ home: stateDirectory }) => {
    const home = join(stateDirectory, 'homes', 'one');
    await mkdir(home, { recursive: true });
    createSessionRegistry(stateDirectory).note({
      agent: 'codex',
      sessionId: 's',
      home,
      workspace: '/w',
      turns: 1,
      sandbox: 'process',
      createdAt: '',
      updatedAt: '',
    });
    await check({ stateDirectory, home });
  });
}

const remove = (stateDirectory: string) =>
  removeSession({ agent: 'codex', sessionId: 's', stateDirectory });

test('a turn that takes the HOME at any moment of a removal has it, or is refused', async () => {
  for (let steps = 0; steps < 40; steps += 1) {
    await withSession(async ({ stateDirectory, home }) => {
      const removal = remove(stateDirectory).then(
        () => 'removed',
        ({ code }) => code,
      );
      for (let step = 0; step < steps; step += 1) await setImmediate();
      const turn = { home, turnDirectory: '/turns/1', settle: async () => 'alive' as const };
      const isHeld = await holdHome(turn).then(
        () => existsSync(home),
        () => false,
      );
      expect([isHeld, await removal]).toEqual(isHeld ? [true, 'session_busy'] : [false, 'removed']);
      expect(existsSync(home)).toBe(isHeld);
      const entries = await createSessionRegistry(stateDirectory).all();
      expect(entries).toHaveLength(isHeld ? 1 : 0);
    });
  }
});

test('a lock that a process left when it died keeps nobody from removing the session', () =>
  withSession(async ({ stateDirectory, home }) => {
    const lock = (process: ProcessOwner) => writeFile(`${home}.lock`, JSON.stringify({ process }));
    await lock(thisOwner());
    await expect(remove(stateDirectory)).rejects.toMatchObject({ code: 'session_busy' });
    await lock(DEAD);
    await remove(stateDirectory);
    expect(await readdir(join(stateDirectory, 'homes'))).toEqual([]);
  }));

test('a session stays where the entry of another is damaged, which may be a fork in its HOME', () =>
  withSession(async ({ stateDirectory, home }) => {
    const registry = createSessionRegistry(stateDirectory);
    const fork = join(stateDirectory, 'sessions/codex/fork.json');
    await writeFile(fork, '{"agent":"codex","sessionId":"fo');
    await writeFile(join(home, 'said'), '');
    registry.note({ ...(await registry.require('codex', 's')), updatedAt: '2020-01-01T00:00:00Z' });
    const refused = { code: 'session_damaged', message: expect.stringContaining(fork) };
    for (const withForks of [false, true]) {
      const removal = removeSession({ agent: 'codex', sessionId: 's', withForks, stateDirectory });
      await expect(removal).rejects.toMatchObject(refused);
    }
    const [expired] = await findExpired({ stateDirectory, cacheDirectory: stateDirectory });
    await expect(expired?.remove()).rejects.toMatchObject(refused);
    expect(await readdir(home)).toEqual(['said']);
    expect(await registry.all()).toHaveLength(1);

    await noteTurn(stateDirectory, { sessionId: 'fork', home: `${home}-of-the-fork` });
    await remove(stateDirectory);
    expect([existsSync(home), existsSync(fork)]).toEqual([false, true]);
  }));

test('a session stays where its turns say that a damaged one shares its HOME', () =>
  withSession(async ({ stateDirectory, home }) => {
    await writeFile(join(stateDirectory, 'sessions/codex/fork.json'), '');
    await noteTurn(stateDirectory, { sessionId: 'fork', home });
    await expect(remove(stateDirectory)).rejects.toMatchObject({ code: 'session_damaged' });
    expect(existsSync(home)).toBe(true);
    expect(await readdir(join(stateDirectory, 'turns'))).toEqual(['t']);
  }));

/** A turn that came to its end. */
async function noteTurn(
  stateDirectory: string,
  about: { readonly sessionId: string; readonly home: string },
): Promise<void> {
  const directory = join(stateDirectory, 'turns', 't');
  await mkdir(directory, { recursive: true });
  writeTurnRecord(directory, {
    ...{ id: 't', agent: 'codex', createdAt: '', owner: DEAD, workspace: '/w' },
    ...{ stateDirectory, runDirectory: '/r', homeIsNew: false, sandbox: 'process' },
    ...about,
  });
}
