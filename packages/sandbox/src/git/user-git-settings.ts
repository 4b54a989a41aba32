import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readTextIn } from '../files/in-folder.js';
import { liesIn, realOrSame } from '../files/real-path.js';
import type { Repository } from './find-repository.js';
import { matchesGitFolder } from './include-condition.js';
import { type GitSetting, parseGitConfig } from './parse-git-config.js';

/**
 * Settings of the user's git that commands in a sandbox get, too: who they are, and how text and history
 * are to be. All are data. Nothing that names a program, a file, an address or a key is among them, and
 * no signing: a commit would fail for want of the key.
 */
const SHARED: ReadonlySet<string> = new Set([
  ...['user.name', 'user.email', 'user.useconfigonly'],
  ...['author.name', 'author.email', 'committer.name', 'committer.email'],
  ...['init.defaultbranch', 'safe.directory'],
  ...['core.autocrlf', 'core.eol', 'core.safecrlf', 'core.quotepath', 'core.whitespace'],
  ...['core.abbrev', 'core.commentchar', 'commit.cleanup', 'i18n.commitencoding'],
  ...['pull.rebase', 'pull.ff', 'merge.ff', 'merge.conflictstyle', 'merge.renames'],
  ...['rebase.autostash', 'rebase.autosquash', 'rebase.updaterefs', 'rerere.enabled'],
  ...['diff.algorithm', 'diff.renames', 'diff.mnemonicprefix', 'diff.noprefix', 'diff.colormoved'],
  ...['push.default', 'fetch.prune', 'tag.sort', 'branch.sort', 'log.date'],
]);

/** What the environment says of the user outdoes the files. */
const FROM_ENVIRONMENT = {
  GIT_AUTHOR_NAME: 'author.name',
  GIT_AUTHOR_EMAIL: 'author.email',
  GIT_COMMITTER_NAME: 'committer.name',
  GIT_COMMITTER_EMAIL: 'committer.email',
} as const;

/** Worktrees that are elsewhere aren't seen in a sandbox: git there must not think that they are gone. */
const ALWAYS: readonly GitSetting[] = [{ key: 'gc.worktreepruneexpire', value: 'never' }];

/** As many includes in includes as git follows. */
const DEEPEST = 10;

// biome-ignore lint/suspicious/noControlCharactersInRegex: no value that is plain text has one
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/;

export interface GitSettingsOptions {
  /** Where commands work, by its real path: no file in it is read. */
  readonly workspace: string;
  /** Its repository, for what the user has set for some repositories only. */
  readonly repository?: Pick<Repository, 'gitFolder' | 'stores'> | undefined;
  /** Default: this process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** What of the user's own git comes along into a sandbox. */
export interface UserGitSettings {
  /** A configuration file of git's, for commands. */
  readonly config: string;
  /** The user's own list of what git passes by, in all repositories. */
  readonly ignore: string | undefined;
  /** Who the user is, where the repository itself says nothing else. */
  readonly identity: readonly GitSetting[];
  readonly hasIdentity: boolean;
}

/**
 * Reads the settings of the user's git that commands in a sandbox may have. Files of the user and of the
 * system are read as data, and what they include; never the configuration of a repository, nor any
 * file in the workspace, which an agent can write. No program is run.
 */
export function userGitSettings(options: GitSettingsOptions): UserGitSettings {
  const { environment = process.env } = options;
  const home = environment.HOME || homedir();
  const reader = { ...options, home };
  const all = globalFiles(environment, home).flatMap((path) => settingsIn(path, reader, 0));
  const named = Object.entries(FROM_ENVIRONMENT).flatMap(([variable, key]): GitSetting[] => {
    const value = environment[variable];
    return value ? [{ key, value }] : [];
  });
  const shared = [...all, ...named].filter(({ key }) => SHARED.has(key)).filter(isPlain);
  const lastOf = (key: string) => shared.findLast((setting) => setting.key === key)?.value;
  const own = identityOf(options.repository);
  const isSet = (what: string) =>
    Boolean(lastOf(`user.${what}`)) ||
    (Boolean(lastOf(`author.${what}`)) && Boolean(lastOf(`committer.${what}`)));
  return {
    config: [...shared, ...ALWAYS].map(written).join(''),
    identity: IDENTITY.flatMap((key): GitSetting[] => {
      const value = lastOf(key);
      return value === undefined || own.has(key) ? [] : [{ key, value }];
    }),
    ignore: ignoreList(all, reader, environment),
    hasIdentity: isSet('name') && isSet('email'),
  };
}

interface Reader extends GitSettingsOptions {
  readonly home: string;
}

const IDENTITY = [
  ...[
    'user.name',
    'user.email',
    'author.name',
    'author.email',
    'committer.name',
    'committer.email',
  ],
];

/** What of an identity a repository sets itself. Of its configuration nothing else is of interest. */
function identityOf(repository: GitSettingsOptions['repository']): ReadonlySet<string> {
  if (repository === undefined) return new Set();
  const folder = repository.stores[0] ?? repository.gitFolder;
  const settings = parseGitConfig(readTextIn({ root: folder, path: 'config' }) ?? '');
  return new Set(settings.map(({ key }) => key));
}

/** In the order in which git reads them: a later one outdoes an earlier one. */
function globalFiles(environment: Reader['environment'] & object, home: string): string[] {
  const system = environment.GIT_CONFIG_NOSYSTEM
    ? []
    : [environment.GIT_CONFIG_SYSTEM || '/etc/gitconfig'];
  if (environment.GIT_CONFIG_GLOBAL !== undefined) {
    return [...system, environment.GIT_CONFIG_GLOBAL];
  }
  return [...system, join(configHome(environment, home), 'git/config'), join(home, '.gitconfig')];
}

function configHome(environment: Reader['environment'] & object, home: string): string {
  const named = environment.XDG_CONFIG_HOME;
  return named && isAbsolute(named) ? named : join(home, '.config');
}

/** The settings in a file, with those of the files it includes in their place. */
function settingsIn(path: string, reader: Reader, depth: number): readonly GitSetting[] {
  return parseGitConfig(readOwn(path, reader) ?? '').flatMap((setting) => {
    const { key, value } = setting;
    if (value === undefined || !isInclude(key, path, reader)) return [setting];
    if (depth === DEEPEST) return [];
    return settingsIn(pathOf(value, dirname(path), reader), reader, depth + 1);
  });
}

/** A file of the user's, if it is a file of a sane size and in no folder that an agent works in. */
function readOwn(path: string, { workspace }: Reader): string | undefined {
  const real = realOrSame(path);
  if (!isAbsolute(real) || liesIn(workspace, real) || liesIn(workspace, resolve(path))) {
    return undefined;
  }
  return readTextIn({ root: '/', path: real.slice(1) });
}

/** Whether a setting names a file that counts for this repository. Conditions that ask it more don't. */
function isInclude(key: string, file: string, { home, repository }: Reader): boolean {
  if (key === 'include.path') return true;
  const [, condition] = /^includeif\.(.*)\.path$/s.exec(key) ?? [];
  if (condition === undefined || repository === undefined) return false;
  return matchesGitFolder(condition, repository.gitFolder, { home, file });
}

function pathOf(value: string, from: string, { home }: Reader): string {
  return value.startsWith('~/') ? join(home, value.slice(2)) : resolve(from, value);
}

function ignoreList(
  settings: readonly GitSetting[],
  reader: Reader,
  environment: Reader['environment'] & object,
): string | undefined {
  const named = settings.findLast(({ key }) => key === 'core.excludesfile')?.value;
  const path = named
    ? pathOf(named, reader.home, reader)
    : join(configHome(environment, reader.home), 'git/ignore');
  return readOwn(path, reader);
}

function isPlain({ value }: GitSetting): boolean {
  return value === undefined || !CONTROL.test(value);
}

function written({ key, value }: GitSetting): string {
  const dot = key.indexOf('.');
  const quoted = value?.replaceAll(/[\\"]/g, '\\$&').replaceAll('\t', '\\t');
  const line = quoted === undefined ? key.slice(dot + 1) : `${key.slice(dot + 1)} = "${quoted}"`;
  return `[${key.slice(0, dot)}]\n\t${line}\n`;
}
