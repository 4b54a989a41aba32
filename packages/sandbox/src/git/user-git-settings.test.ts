import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseGitConfig } from './parse-git-config.js';
import { type UserGitSettings, userGitSettings } from './user-git-settings.js';

let root: string;
let home: string;
let workspace: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-git-settings-')));
  [home, workspace] = [join(root, 'home'), join(root, 'work', 'project')];
  for (const folder of [home, join(workspace, '.git')]) mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function read(environment: Record<string, string> = {}): UserGitSettings {
  return userGitSettings({
    workspace,
    repository: { gitFolder: join(workspace, '.git'), stores: [] },
    environment: { HOME: home, GIT_CONFIG_NOSYSTEM: '1', ...environment },
  });
}

/** What git itself makes of the configuration that commands get. */
function asCommandsHave(settings: UserGitSettings, key: string): string {
  const file = join(root, 'given');
  writeFileSync(file, settings.config);
  const env = { PATH: process.env.PATH ?? '' };
  return execFileSync('git', ['config', '--file', file, '--get', key], { env, encoding: 'utf8' });
}

test('the name, the address and other data come along, as they were written', () => {
  put(
    'home/.gitconfig',
    '[user]\n\tname = Ada "L." \\"x\\"\n\temail = ada@example.com\n[init]\n\tdefaultBranch = trunk\n[core]\n\tautocrlf = input\n',
  );
  const settings = read();
  expect(asCommandsHave(settings, 'user.name')).toBe('Ada L. "x"\n');
  expect(asCommandsHave(settings, 'user.email')).toBe('ada@example.com\n');
  expect(asCommandsHave(settings, 'init.defaultBranch')).toBe('trunk\n');
  expect(asCommandsHave(settings, 'core.autocrlf')).toBe('input\n');
  expect(settings.hasIdentity).toBe(true);
});

test('nothing comes along that runs, signs, names a file or an address', () => {
  put(
    'home/.gitconfig',
    `[user]\nname = A\nsigningKey = K\n[commit]\ngpgSign = true\n[gpg]\nprogram = evil\n[core]\neditor = evil
     pager = evil\nfsmonitor = evil\nhooksPath = /evil\nsshCommand = evil\n[alias]\nx = !evil\n[credential]\nhelper = evil
     [filter "lfs"]\nclean = evil\n[url "https://evil/"]\ninsteadOf = git@\n[http]\nextraHeader = Authorization: evil\n`,
  );
  const keys = parseGitConfig(read().config).map(({ key }) => key);
  expect(keys).toEqual(['user.name', 'gc.worktreepruneexpire']);
});

test('a value cannot bring another setting', () => {
  put(
    'home/.gitconfig',
    '[user]\n\tname = "A\\n[core]\\n\\tpager = evil"\n\temail = "a\\tb]\\"#;"\n',
  );
  expect(parseGitConfig(read().config)).toEqual([
    { key: 'user.email', value: 'a\tb]"#;' },
    { key: 'gc.worktreepruneexpire', value: 'never' },
  ]);
});

test('files that are included count, those for other repositories do not', () => {
  put(
    'home/.gitconfig',
    '[user]\nname = A\n[include]\npath = more\n[includeIf "gitdir:/else/"]\npath = other\n',
  );
  put(
    'home/more',
    `[user]\nemail = a@example.com\n[includeIf "gitdir:${root}/work/"]\npath = ~/work\n`,
  );
  put('home/other', '[user]\nname = Other\n');
  put('home/work', '[user]\nemail = work@example.com\n');
  expect(asCommandsHave(read(), 'user.email')).toBe('work@example.com\n');
  expect(asCommandsHave(read(), 'user.name')).toBe('A\n');
});

test('a file that includes itself is read, and ends', () => {
  put('home/.gitconfig', '[user]\nname = A\n[include]\npath = .gitconfig\n');
  expect(asCommandsHave(read(), 'user.name')).toBe('A\n');
});

test('no file in the workspace is read, by whatever way', () => {
  put('work/project/planted', '[user]\nname = Evil\n');
  put('work/project/.git/config', '[user]\nname = Evil\n');
  symlinkSync(join(workspace, 'planted'), join(home, 'link'));
  put(
    'home/.gitconfig',
    `[user]\nname = A\n[include]\npath = ${workspace}/planted\n[include]\npath = link\n`,
  );
  expect(readFileSync(join(home, 'link'), 'utf8')).toContain('Evil');
  expect(asCommandsHave(read(), 'user.name')).toBe('A\n');
  expect(read({ GIT_CONFIG_GLOBAL: join(workspace, 'planted') }).hasIdentity).toBe(false);
});

test('the environment outdoes the files, and who has neither has no identity', () => {
  expect(read().hasIdentity).toBe(false);
  const named = read({
    GIT_AUTHOR_NAME: 'E',
    GIT_AUTHOR_EMAIL: 'e@example.com',
    GIT_COMMITTER_NAME: 'E',
    GIT_COMMITTER_EMAIL: 'e@example.com',
  });
  expect(asCommandsHave(named, 'author.name')).toBe('E\n');
  expect(named.hasIdentity).toBe(true);
});

test('what the repository sets itself is left to it', () => {
  put('home/.gitconfig', '[user]\nname = A\nemail = a@example.com\n');
  put('work/project/.git/config', '[user]\nemail = project@example.com\n');
  expect(read().identity).toEqual([{ key: 'user.name', value: 'A' }]);
});

test("the user's list of what git passes by comes along", () => {
  expect(read().ignore).toBeUndefined();
  put('home/.config/git/ignore', '.DS_Store\n');
  expect(read().ignore).toBe('.DS_Store\n');
  put('home/.gitconfig', '[core]\nexcludesFile = ~/.ignored\n');
  put('home/.ignored', '*.swp\n');
  expect(read().ignore).toBe('*.swp\n');
});
