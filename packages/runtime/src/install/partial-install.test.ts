import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type InstallFolder, installFolder } from './install-folder.js';
import { createOwner } from './install-lock.js';
import { createPartial, removeAbandonedPartials } from './partial-install.js';

let root: string;
let fixture: InstallFolder;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-partial-'));
  fixture = installFolder(root, { name: 'codex', version: '1.0.0' });
  await mkdir(fixture.parent, { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const LONG_AGO = new Date(Date.now() - 2 * 60 * 60 * 1000);

describe('cleaning up', () => {
  test('leaves the half-done work of a process that lives alone', async () => {
    const { stage, remove } = await createPartial(fixture);
    await writeFile(join(stage, 'file'), 'mine');
    await removeAbandonedPartials(fixture);
    expect(await readFile(join(stage, 'file'), 'utf8')).toBe('mine');
    await remove();
    expect(await readdir(fixture.parent)).toEqual([]);
  });

  test.each([
    ['of another machine', JSON.stringify({ ...createOwner(), host: 'elsewhere' })],
    ['of nobody', ''],
  ])('removes the work %s only when it has been silent for long', async (_who, owner) => {
    const folder = `${fixture.directory}.partial-x`;
    await mkdir(folder);
    await writeFile(join(folder, 'owner.json'), owner);
    await removeAbandonedPartials(fixture);
    expect(await readdir(fixture.parent)).toEqual(['1.0.0.partial-x']);
    for (const path of [join(folder, 'owner.json'), folder]) await utimes(path, LONG_AGO, LONG_AGO);
    await removeAbandonedPartials(fixture);
    expect(await readdir(fixture.parent)).toEqual([]);
  });

  test('leaves other versions alone', async () => {
    await mkdir(`${fixture.directory}0.partial-x`);
    await utimes(`${fixture.directory}0.partial-x`, LONG_AGO, LONG_AGO);
    await removeAbandonedPartials(fixture);
    expect(await readdir(fixture.parent)).toEqual(['1.0.00.partial-x']);
  });
});

describe('putting an install where it belongs', () => {
  async function put(isThere: boolean): Promise<string> {
    const partial = await createPartial(fixture);
    await writeFile(join(partial.stage, 'who'), 'new');
    await partial.putInstall(async () => isThere);
    await partial.remove();
    expect(await readdir(fixture.parent)).toEqual(['1.0.0']);
    return readFile(join(fixture.directory, 'who'), 'utf8');
  }

  test('keeps a sound one that somebody else has put there', async () => {
    await mkdir(fixture.directory);
    await writeFile(join(fixture.directory, 'who'), 'other');
    expect(await put(true)).toBe('other');
  });

  test('replaces a damaged one, also one that is only a file', async () => {
    await writeFile(fixture.directory, 'junk');
    expect(await put(false)).toBe('new');
    expect(await put(false)).toBe('new');
  });
});
