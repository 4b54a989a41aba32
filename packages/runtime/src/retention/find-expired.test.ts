import { access, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agents } from '@dragoman/agents';
import { type ProcessOwner, runDirectoryOf, thisOwner } from '@dragoman/sandbox';
import { withThrowawayHome } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { openJournal } from '../journal/open-journal.js';
import { createSessionRegistry } from '../sessions/session-registry.js';
import { writeTurnRecord } from '../turn/turn-record.js';
import { findExpired, type RetentionOptions } from './find-expired.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const LONG_AGO = new Date(Date.now() - 40 * DAY_MS);
const DEAD: ProcessOwner = { ...thisOwner(), pid: 2 ** 22, startTime: '1' };

interface Folders {
  readonly stateDirectory: string;
  readonly cacheDirectory: string;
  readonly homes: string;
  readonly turns: string;
  /** A turn of 40 days ago. */
  turn(
    id: string,
    more?: { owner?: ProcessOwner; ended?: boolean; home?: string },
  ): Promise<string>;
  /** A session, last used 40 days ago. */
  session(id: string, home: string, updatedAt?: Date): Promise<void>;
  find(options?: RetentionOptions): ReturnType<typeof findExpired>;
}

async function withFolders(check: (folders: Folders) => Promise<void>): Promise<void> {
  await withThrowawayHome(async ({ home: root }) => {
    const [stateDirectory, cacheDirectory] = [join(root, 'state'), join(root, 'cache')];
    const [homes, turns] = [join(stateDirectory, 'homes'), join(stateDirectory, 'turns')];
    await mkdir(homes, { recursive: true });
    const createdAt = LONG_AGO.toISOString();
    await check({
      stateDirectory,
      cacheDirectory,
      homes,
      turns,
      async turn(id, { owner = DEAD, ended = true, home = join(homes, id) } = {}) {
        const directory = join(turns, id);
        await mkdir(directory, { recursive: true });
        writeTurnRecord(directory, {
          id,
          createdAt,
          owner,
          workspace: root,
          stateDirectory,
          home,
          homeIsNew: false,
          runDirectory: runDirectoryOf(id),
          sandbox: 'process',
          agent: 'codex',
          version: '0.58.0',
        });
        const journal = openJournal(directory);
        if (ended) journal.appendEnd({ status: 'success', exit_code: 0, signal: null, reason: '' });
        else journal.close();
        await utimes(join(directory, 'events.ndjson'), LONG_AGO, LONG_AGO);
        return directory;
      },
      async session(sessionId, home, updatedAt = LONG_AGO) {
        await mkdir(home, { recursive: true });
        await writeFile(join(home, 'memory'), 'x'.repeat(1000));
        createSessionRegistry(stateDirectory).note({
          agent: 'codex',
          sessionId,
          home,
          workspace: root,
          turns: 1,
          createdAt,
          sandbox: 'process',
          updatedAt: updatedAt.toISOString(),
        });
      },
      find: (options) => findExpired({ stateDirectory, cacheDirectory, ...options }),
    });
  });
}

const namesOf = (expired: readonly { name: string }[]) => expired.map(({ name }) => name).sort();

test('journals of turns that ended long ago, and of no others', () =>
  withFolders(async ({ turn, turns, find }) => {
    await turn('old');
    await turn('running', { owner: thisOwner(), ended: false });
    await turn('abandoned', { ended: false });
    const recent = await turn('recent');
    await utimes(join(recent, 'events.ndjson'), new Date(), new Date());
    const found = await find();
    expect(found).toMatchObject([{ kind: 'turn', name: 'old', isWhole: true }]);
    expect(found[0]?.bytes).toBeGreaterThan(100);
    expect(await find({ olderThanMs: 50 * DAY_MS })).toEqual([]);
    // To look removes nothing.
    expect(await readdir(turns)).toHaveLength(4);
    for (const one of found) await one.remove();
    expect((await readdir(turns)).sort()).toEqual(['abandoned', 'recent', 'running']);
  }));

test('sessions that nobody went on with, with their HOME and what is known of them', () =>
  withFolders(async ({ homes, session, turn, stateDirectory, find }) => {
    await session('old', join(homes, 'a'));
    await session('kept', join(homes, 'b'), new Date());
    // A fork that is used keeps the HOME of both.
    await session('forked', join(homes, 'c'));
    await session('fork', join(homes, 'c'), new Date());
    await session('busy', join(homes, 'd'));
    await turn('t', { owner: thisOwner(), ended: false, home: join(homes, 'd') });
    await session('locked', join(homes, 'e'));
    await writeFile(join(homes, 'e.lock'), '{}');
    const found = await find();
    expect(found).toMatchObject([{ kind: 'session', name: 'old', bytes: 1000 }]);
    for (const one of found) await one.remove();
    expect(await readdir(homes)).toEqual(['b', 'c', 'd', 'e', 'e.lock']);
    const sessions = await createSessionRegistry(stateDirectory).all();
    const left = sessions.map(({ sessionId }) => sessionId).sort();
    expect(left).toEqual(['busy', 'fork', 'forked', 'kept', 'locked']);
  }));

test('of some turns only, with the sessions that they used', () =>
  withFolders(async ({ homes, session, turn, find }) => {
    for (const id of ['mine', 'another']) {
      await session(id, join(homes, id));
      await turn(`turn-of-${id}`, { home: join(homes, id) });
    }
    await session('of nobody', join(homes, 'left'));
    const found = await find({ only: ({ id }) => id === 'turn-of-mine' });
    expect(namesOf(found)).toEqual(['mine', 'turn-of-mine']);
  }));

test('beyond a size, the longest unused goes first, and what is in use stays', () =>
  withFolders(async ({ homes, session, turn, find }) => {
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
    await session('old', join(homes, 'a'));
    await session('third', join(homes, 'b'), ago(1));
    await session('second', join(homes, 'c'), ago(2));
    await session('first', join(homes, 'd'), ago(3));
    await session('busy', join(homes, 'e'), ago(9));
    await turn('t', { owner: thisOwner(), ended: false, home: join(homes, 'e') });
    expect(namesOf(await find({ maxBytes: 3000 }))).toEqual(['old']);
    expect(namesOf(await find({ maxBytes: 1500 }))).toEqual(['first', 'old', 'second']);
    expect(namesOf(await find({ maxBytes: 0 }))).toEqual(['first', 'old', 'second', 'third']);
  }));

test('a session that was taken up between the look and the removal stays', () =>
  withFolders(async ({ homes, session, stateDirectory, find }) => {
    await session('old', join(homes, 'a'));
    const [found] = await find();
    await writeFile(join(homes, 'a.lock'), '{}');
    await expect(found?.remove()).rejects.toMatchObject({ code: 'expired_in_use' });
    expect(await createSessionRegistry(stateDirectory).find('codex', 'old')).toBeDefined();
    await access(join(homes, 'a', 'memory'));
  }));

test('a record that names another folder as its HOME, or a link to one, costs that folder nothing', () =>
  withFolders(async ({ homes, stateDirectory, session, find }) => {
    const precious = join(stateDirectory, '..', 'precious');
    await session('elsewhere', precious);
    await session('above', `${homes}/..`);
    await session('itself', `${homes}/.`);
    await symlink(precious, join(homes, 'link'));
    await session('linked', join(homes, 'link'));
    const found = await find();
    expect(namesOf(found)).toEqual(['above', 'elsewhere', 'itself', 'linked']);
    expect(found.filter(({ path }) => path !== undefined)).toEqual([]);
    for (const one of found) await one.remove();
    expect(await readdir(precious)).toEqual(['memory']);
    expect(await readdir(homes)).toContain('link');
    expect(await createSessionRegistry(stateDirectory).all()).toEqual([]);
  }));

test('installs that are no default, if that is asked for, and none that is used or under way', () =>
  withFolders(async ({ cacheDirectory, turn, find }) => {
    const parent = join(cacheDirectory, 'agents', 'codex');
    const versions = ['0.1.0', '0.58.0', agents.codex.version, '0.2.0.partial-x'];
    for (const version of versions) {
      await mkdir(join(parent, version, 'node_modules'), { recursive: true });
      await utimes(join(parent, version), LONG_AGO, LONG_AGO);
    }
    await writeFile(join(parent, '0.3.0.lock'), '');
    await turn('running', { owner: thisOwner(), ended: false });
    expect(await find()).toEqual([]);
    const found = await find({ installs: true });
    expect(found).toMatchObject([{ kind: 'install', name: 'codex@0.1.0' }]);
    for (const one of found) await one.remove();
    expect(await readdir(parent)).not.toContain('0.1.0');
    expect(await readdir(parent)).toHaveLength(4);
  }));
