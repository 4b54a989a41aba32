import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkMounts, secretsAt } from './check-mounts.js';

const CONFINED = {
  abilities: {
    confinesFiles: true,
    networks: [],
    readOnlyWorkspace: true,
    limits: [],
    images: false,
  },
} as const;

let home: string;
const before = process.env.HOME;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-mounts-')));
  process.env.HOME = home;
  for (const path of [
    '.ssh/id',
    '.config/gh/hosts.yml',
    '.config/app/x',
    '.local/bin/tool',
    'data/x',
  ]) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), '');
  }
});
afterEach(() => {
  process.env.HOME = before;
  rmSync(home, { recursive: true });
});

const check = (path: string, access: 'read' | 'write' = 'read') =>
  checkMounts(CONFINED, [{ path: join(home, path), access }], [join(home, 'state')]);

test.each([
  ['data', 'read'],
  ['data', 'write'],
  ['data/x', 'write'],
  ['.config/app', 'write'],
  // Whoever names the very folder has said so.
  ['.ssh', 'read'],
  ['.ssh/id', 'read'],
  ['.local/bin', 'read'],
] as const)('%s is given to %s', async (path, access) => {
  const source = join(home, path);
  expect(await check(path, access)).toMatchObject([{ source, target: source, access }]);
});

test.each([
  ['.', 'read', 'it is your home folder'],
  ['..', 'read', 'it holds all of'],
  ['.config', 'read', 'it holds'],
  ['state', 'read', 'there is no such file or folder'],
  ['.ssh', 'write', 'can only be read'],
  ['.local/bin', 'write', 'can only be read'],
  ['.local', 'write', 'can only be read'],
  ['.config', 'write', 'it holds'],
] as const)('%s is not given to %s', async (path, access, words) => {
  await expect(check(path, access)).rejects.toThrow(words);
});

test('a link is what it leads to, under its own name', async () => {
  symlinkSync(join(home, 'data'), join(home, 'link'));
  symlinkSync(home, join(home, 'data', 'up'));
  expect(await check('link')).toMatchObject([
    { source: join(home, 'data'), target: join(home, 'link') },
  ]);
  await expect(check('data/up')).rejects.toMatchObject({ code: 'mount_unsuitable' });
});

test.each([
  ['.ssh', '.ssh'],
  ['.ssh/id', '.ssh'],
  ['.config/gh/hosts.yml', '.config/gh'],
  ['.aws', '.aws'],
  ['.sshd', undefined],
  ['data', undefined],
])('of %s it is known whether keys are there', (path, secret) => {
  expect(secretsAt(join(home, path))).toBe(secret && join(home, secret));
});

test('keys that a link leads to are kept from writing, and from being given by the way', async () => {
  mkdirSync(join(home, 'vault/keys'), { recursive: true });
  symlinkSync(join(home, 'vault/keys'), join(home, '.aws'));
  await expect(check('vault/keys', 'write')).rejects.toThrow(/\.aws: it can only be read/);
  await expect(check('vault')).rejects.toThrow(/it holds .*vault\/keys/);
  expect(await check('vault/keys')).toHaveLength(1);
});

test('a link to keys is one, and keys that a link leads to are some', () => {
  symlinkSync(join(home, 'data'), join(home, '.aws'));
  expect(secretsAt(join(home, 'data/x'))).toBe(join(home, '.aws'));
  expect(secretsAt(join(home, '.aws/x'))).toBe(join(home, '.aws'));
  symlinkSync(join(home, '.ssh'), join(home, 'data', 'harmless'));
  expect(secretsAt(join(home, 'data', 'harmless', 'id'))).toBe(join(home, '.ssh'));
});
