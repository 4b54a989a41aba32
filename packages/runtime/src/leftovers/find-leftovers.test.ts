import { spawnSync } from 'node:child_process';
import { lstat, mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ownerIsAlive, type ProcessOwner, runDirectoryOf, thisOwner } from '@dragoman/sandbox';
import { withThrowawayHome } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { createSessionRegistry } from '../sessions/session-registry.js';
import { writeTurnRecord } from '../turn/turn-record.js';
import { findLeftovers } from './find-leftovers.js';

const DEAD: ProcessOwner = { ...thisOwner(), pid: 2 ** 22, startTime: '1' };

interface Folders {
  readonly stateDirectory: string;
  readonly cacheDirectory: string;
  readonly temporaryDirectory: string;
  readonly homes: string;
  readonly installs: string;
  /** Notes a turn and gives its folder. */
  turn(id: string, owner: ProcessOwner): Promise<string>;
}

async function withFolders(check: (folders: Folders) => Promise<void>): Promise<void> {
  expect(ownerIsAlive(DEAD)).toBe(false);
  await withThrowawayHome(async ({ home: root }) => {
    const [stateDirectory, cacheDirectory] = [join(root, 'state'), join(root, 'cache')];
    const homes = join(stateDirectory, 'homes');
    const installs = join(cacheDirectory, 'agents', 'codex');
    const temporaryDirectory = join(root, 'temporary');
    const folders = [homes, installs, temporaryDirectory];
    await Promise.all(folders.map((path) => mkdir(path, { recursive: true })));
    const turn = async (id: string, owner: ProcessOwner) => {
      const directory = join(stateDirectory, 'turns', id);
      await mkdir(directory, { recursive: true });
      writeTurnRecord(directory, {
        id,
        createdAt: new Date().toISOString(),
        owner,
        workspace: root,
        stateDirectory,
        runDirectory: runDirectoryOf(id),
        home: join(homes, id),
        homeIsNew: true,
        sandbox: 'process',
      });
      return directory;
    };
    await check({ stateDirectory, cacheDirectory, temporaryDirectory, homes, installs, turn });
  });
}

const writeJson = (path: string, content: object) => writeFile(path, JSON.stringify(content));

test('finds a turn without an end and gives it one, with its lock', () =>
  withFolders(async ({ homes, turn, ...folders }) => {
    const directory = await turn('lost', DEAD);
    await writeJson(join(homes, 'lost.lock'), { turn: directory });
    const found = await findLeftovers(folders);
    expect(found.map(({ kind, name }) => ({ kind, name }))).toEqual([
      { kind: 'turn', name: 'lost' },
    ]);
    await found[0]?.remove();
    expect(await findLeftovers(folders)).toEqual([]);
    expect(await readdir(homes)).toEqual([]);
  }));

test('does not claim to have ended a turn that somebody owns by now', () =>
  withFolders(async ({ turn, ...folders }) => {
    await turn('taken', DEAD);
    const [found] = await findLeftovers(folders);
    await turn('taken', thisOwner());
    await expect(found?.remove()).rejects.toMatchObject({ code: 'leftover_owned' });
  }));

test('says what a turn could not take along', () =>
  withFolders(async ({ homes, turn, ...folders }) => {
    await turn('stuck', DEAD);
    // Nobody can say whose it is, so the turn can't let go of it.
    await writeFile(join(homes, 'stuck.lock'), '');
    const [found] = await findLeftovers(folders);
    await expect(found?.remove()).rejects.toMatchObject({
      code: 'leftover_remains',
      message: expect.stringContaining('stuck.lock'),
    });
  }));

test('finds a lock that a loss of power has emptied, but not under a turn at work', () =>
  withFolders(async ({ homes, turn, ...folders }) => {
    await turn('working', thisOwner());
    for (const name of ['working', 'empty']) await writeFile(join(homes, `${name}.lock`), '');
    const found = await findLeftovers(folders);
    expect(found.map(({ name }) => name)).toEqual([join(homes, 'empty.lock')]);
    await found[0]?.remove();
    expect(await readdir(homes)).toEqual(['working.lock']);
  }));

test('leaves a HOME alone that another turn has taken since', () =>
  withFolders(async ({ homes, turn, ...folders }) => {
    const lock = join(homes, 'h.lock');
    await writeJson(lock, { turn: join(folders.stateDirectory, 'turns', 'gone') });
    const [found] = await findLeftovers(folders);
    await writeJson(lock, { turn: await turn('next', thisOwner()) });
    await expect(found?.remove()).rejects.toMatchObject({ code: 'leftover_owned' });
    expect(await readdir(homes)).toEqual(['h.lock']);
    await rm(lock);
    await expect(found?.remove()).resolves.toBeUndefined();
  }));

test('leaves installs and their locks alone that another process has taken since', () =>
  withFolders(async ({ installs, ...folders }) => {
    const partial = join(installs, '0.1.0.partial-a');
    await mkdir(partial);
    const files = [join(installs, '0.1.0.lock'), join(partial, 'owner.json')];
    const own = (owner: ProcessOwner, token: string) =>
      Promise.all(files.map((file) => writeJson(file, { ...owner, token })));
    await own(DEAD, 'a');
    const found = await findLeftovers(folders);
    expect(found.map(({ kind }) => kind).sort()).toEqual(['install', 'lock']);
    await own(thisOwner(), 'b');
    for (const one of found) {
      await expect(one.remove()).rejects.toMatchObject({ code: 'leftover_owned' });
    }
    await own(DEAD, 'c');
    for (const one of found) await one.remove();
    expect(await readdir(installs)).toEqual([]);
  }));

test.each(['sandboxes', 'turns'])('a folder of %s that can not be read is no empty one', (name) =>
  withFolders(async (folders) => {
    await symlink(name, join(folders.stateDirectory, name));
    await expect(findLeftovers(folders)).rejects.toMatchObject({ code: 'folder_unreadable' });
  }),
);

test('finds a HOME that no session has, however deep it is, and none that is used', () =>
  withFolders(async ({ homes, turn, ...folders }) => {
    const precious = join(folders.temporaryDirectory, 'precious');
    await mkdir(precious);
    await writeFile(join(precious, 'file'), '');
    for (const name of ['orphan', 'working', 'locked', 'kept']) await mkdir(join(homes, name));
    await symlink(precious, join(homes, 'orphan', 'link'));
    await symlink(precious, join(homes, 'linked'));
    const deep = `import os\nos.chdir(${JSON.stringify(join(homes, 'orphan'))})\nfor _ in range(1500): os.mkdir('folder'); os.chdir('folder')`;
    expect(spawnSync('python3', ['-c', deep]).status).toBe(0);
    const working = await turn('working', thisOwner());
    await writeJson(join(homes, 'locked.lock'), { turn: working });
    const now = new Date().toISOString();
    createSessionRegistry(folders.stateDirectory).note({
      agent: 'codex',
      sessionId: 's',
      home: join(homes, 'kept'),
      workspace: '/w',
      turns: 1,
      sandbox: 'process',
      createdAt: now,
      updatedAt: now,
    });
    const found = await findLeftovers(folders);
    expect(found).toMatchObject([{ kind: 'home', name: join(homes, 'orphan') }]);
    await found[0]?.remove();
    expect((await readdir(homes)).sort()).toEqual([
      'kept',
      'linked',
      'locked',
      'locked.lock',
      'working',
    ]);
    expect(await readdir(precious)).toEqual(['file']);
  }));

test('a HOME is no leftover where a session is damaged, whose it may be', () =>
  withFolders(async ({ homes, turn: _, ...folders }) => {
    await mkdir(join(homes, 'whose'));
    const [orphan] = await findLeftovers(folders);
    const file = join(folders.stateDirectory, 'sessions/codex/s.json');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '');
    expect(await findLeftovers(folders)).toEqual([]);
    await expect(orphan?.remove()).rejects.toMatchObject({ code: 'leftover_owned' });
    expect(await readdir(homes)).toEqual(['whose']);
    await rm(file);
    expect(await findLeftovers(folders)).toHaveLength(1);
  }));

test('finds a HOME that a process held for itself, with its lock, once that process is gone', () =>
  withFolders(async ({ homes, ...folders }) => {
    await mkdir(join(homes, 'copied'));
    const lock = join(homes, 'copied.lock');
    await writeJson(lock, { process: thisOwner() });
    expect(await findLeftovers(folders)).toEqual([]);
    await writeJson(lock, { process: DEAD });
    for (const leftover of await findLeftovers(folders)) await leftover.remove();
    expect(await readdir(homes)).toEqual([]);
  }));

test('finds throwaway HOMEs of processes that are gone, and no others', () =>
  withFolders(async ({ temporaryDirectory, ...folders }) => {
    const make = async (name: string, owner: ProcessOwner) => {
      const folder = join(temporaryDirectory, `dragoman-home-${name}`);
      await mkdir(join(folder, 'home'), { recursive: true });
      await writeJson(join(folder, 'owner.json'), owner);
      return folder;
    };
    const [dead] = [await make('dead', DEAD), await make('alive', thisOwner())];
    const unsaid = join(temporaryDirectory, 'dragoman-home-unsaid');
    await mkdir(unsaid);
    await symlink(dead, join(temporaryDirectory, 'dragoman-home-link'));
    const look = async () =>
      (await findLeftovers({ ...folders, temporaryDirectory })).map(({ name }) => name);
    expect(await look()).toEqual([dead]);
    await utimes(unsaid, 0, 0);
    for (const one of await findLeftovers({ ...folders, temporaryDirectory })) await one.remove();
    expect((await readdir(temporaryDirectory)).sort()).toEqual([
      'dragoman-home-alive',
      'dragoman-home-link',
    ]);
  }));

test('finds a turn that died before its record was there', () =>
  withFolders(async (folders) => {
    const [early, other] = ['early', 'other'].map((name) =>
      join(folders.stateDirectory, 'turns', name),
    );
    for (const folder of [early, other]) await mkdir(folder ?? '', { recursive: true });
    await writeFile(join(early ?? '', 'turn.json.draft.tmp'), '{');
    await writeFile(join(other ?? '', 'events.ndjson'), '');
    // It may be a turn that begins just now.
    expect(await findLeftovers(folders)).toEqual([]);
    for (const folder of [early, other]) await utimes(folder ?? '', 0, 0);
    const found = await findLeftovers(folders);
    expect(found.map(({ name }) => name)).toEqual([early]);
    await found[0]?.remove();
    await expect(lstat(early ?? '')).rejects.toMatchObject({ code: 'ENOENT' });
  }));
