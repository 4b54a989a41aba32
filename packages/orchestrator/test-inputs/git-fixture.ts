import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  collectText,
  createBubblewrapSandboxes,
  removeTree,
  type SandboxProvider,
} from '@dragoman/sandbox';
import {
  type CollectRequest,
  collectWork,
  createWorkspace,
  findHostRepository,
  type Git,
  type ImportRequest,
  importWork,
  openGit,
  type PreparedSeed,
  prepareSeed,
  resolveBase,
  userConfigFile,
  type WorkspaceRequest,
} from '../src/clones.js';
import type { CollectedWork, HostRepository, ImportedWork, Workspace } from '../src/contract.js';

/** When the agents of these tests end. */
export const AT = new Date('2026-01-02T03:04:05Z');

export interface MadeWorkspace {
  readonly workspace: Workspace;
  readonly seed: PreparedSeed;
}

export interface GitFixture {
  readonly root: string;
  /** A repository with a branch `main`, and much beside it that no agent may see or change. */
  readonly host: string;
  readonly git: Git;
  readonly sandboxes: SandboxProvider;
  readonly userConfig: string;
  /** Runs git as the user would. */
  user(folder: string, ...args: string[]): string;
  /** Runs a shell script as an agent that nothing confines. */
  agent(folder: string, script: string): void;
  repository(path?: string): Promise<HostRepository>;
  workspace(
    name: string,
    request?: Partial<WorkspaceRequest> & { text?: string; path?: string },
  ): Promise<MadeWorkspace>;
  collect(workspace: Workspace, request?: Partial<CollectRequest>): Promise<CollectedWork>;
  import(
    made: MadeWorkspace,
    work: CollectedWork,
    request?: Partial<ImportRequest>,
  ): Promise<ImportedWork>;
  /** Runs a command where an agent would. */
  inside(made: MadeWorkspace, script: string): Promise<string>;
  remove(): Promise<void>;
}

export async function createGitFixture(): Promise<GitFixture> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-git-')));
  const environment = { HOME: join(root, 'user'), PATH: process.env.PATH };
  mkdirSync(environment.HOME);
  const user = (folder: string, ...args: string[]) =>
    execFileSync('git', args, {
      cwd: folder,
      env: personOf(environment),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  const host = join(root, 'host');
  execFileSync('cp', ['-a', templateHost(user), host]);
  // The index notes inodes: those of the copy are others.
  user(host, 'status');
  const git = await openGit();
  const userConfig = userConfigFile({
    directory: join(root, 'cache'),
    repository: host,
    environment,
  });
  const sandboxes = createBubblewrapSandboxes({ stateDirectory: join(root, 'state') });
  const repository = (path = host) => findHostRepository(git, { path, userConfig });
  const seeds = join(root, 'cache', 'seeds');
  return {
    root,
    host,
    git,
    sandboxes,
    userConfig,
    user,
    repository,
    agent(folder, script) {
      const env = {
        ...personOf(environment),
        GIT_AUTHOR_NAME: 'Agent',
        CANARY: join(root, 'canary'),
        HOST: host,
      };
      execFileSync('/bin/sh', ['-c', script], {
        cwd: folder,
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    },
    async workspace(name, { text = 'main', path, ...request } = {}) {
      const found = await repository(path);
      const base = await resolveBase(git, found, { base: text, userConfig });
      const includes = request.includes ?? [];
      const commits = [base.commit, ...includes.map(({ commit }) => commit)];
      const seed = await prepareSeed(git, { repository: found, commits, root: seeds, userConfig });
      const options = { root: join(root, 'workspaces'), name, base, seed, sparse: found.sparse };
      return { seed, workspace: await createWorkspace(git, { ...options, ...request }) };
    },
    collect: (workspace, request = {}) =>
      collectWork(git, {
        workspace,
        sandboxes,
        directory: join(root, 'collected', workspace.name),
        author: { name: 'An Agent', email: 'agent@example.invalid' },
        subject: 'What the agent left',
        at: AT,
        ...request,
      }),
    async import({ workspace, seed }, work, request = {}) {
      const branch = `dragoman/test/${workspace.name}`;
      const provenance = { instance: workspace.name, details: { run_id: 'run' } };
      return importWork(git, {
        repository: await repository(),
        work,
        seed,
        branch,
        provenance,
        ...request,
      });
    },
    async inside({ workspace, seed }, script) {
      const home = mkdtempSync(join(root, 'home-'));
      const sandbox = await sandboxes.create({
        workspace: workspace.directory,
        home,
        readable: [seed.directory],
      });
      try {
        const env = { PATH: '/usr/bin:/bin', HOME: home };
        const running = await sandbox.start({ executable: 'sh', args: ['-c', script], env });
        const [out, err] = await Promise.all([
          collectText(running.stdout),
          collectText(running.stderr),
        ]);
        return `${out}${err}`;
      } finally {
        await sandbox.remove();
      }
    },
    remove: () => removeTree(root),
  };
}

function personOf(environment: { HOME: string; PATH: string | undefined }): Record<string, string> {
  return {
    HOME: environment.HOME,
    PATH: environment.PATH ?? '',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Person',
    GIT_AUTHOR_EMAIL: 'person@example.com',
    GIT_COMMITTER_NAME: 'Person',
    GIT_COMMITTER_EMAIL: 'person@example.com',
    GIT_AUTHOR_DATE: '1700000000 +0000',
    GIT_COMMITTER_DATE: '1700000000 +0000',
  };
}

export function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

let template: string | undefined;

/** A repository of which each fixture has a copy: to make it takes some twenty runs of git. */
function templateHost(user: GitFixture['user']): string {
  if (template === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'dragoman-git-template-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    template = join(folder, 'host');
    makeHost(template, user);
  }
  return template;
}

/** A repository in the midst of its user's work. */
function makeHost(host: string, user: GitFixture['user']): void {
  mkdirSync(host);
  user(host, 'init', '-q', '-b', 'main');
  put(host, 'README', 'one\n');
  put(host, 'src/deep/a.txt', 'a\n');
  put(host, 'lib/b.txt', 'b\n');
  put(host, 'run.sh', '#!/bin/sh\n');
  chmodSync(join(host, 'run.sh'), 0o755);
  symlinkSync('README', join(host, 'link'));
  put(host, '.gitignore', 'ignored/\n*.log\n');
  user(host, 'add', '-A');
  user(host, 'commit', '-qm', 'one');
  user(host, 'tag', '-a', 'v1', '-m', 'first');
  put(host, 'README', 'two\n');
  user(host, 'commit', '-qam', 'two');
  user(host, 'checkout', '-qb', 'secret');
  put(host, 'secret.txt', 'nobody may read this\n');
  user(host, 'add', '-A');
  user(host, 'commit', '-qm', 'secret');
  user(host, 'checkout', '-q', 'main');
  put(host, 'README', 'stashed\n');
  user(host, 'stash', '-q');
  user(host, 'config', 'remote.origin.url', 'https://example.invalid/x.git');
  put(host, '.git/FETCH_HEAD', 'what was fetched last\n');
  put(host, 'lib/b.txt', 'staged\n');
  user(host, 'add', 'lib/b.txt');
  put(host, 'README', 'changed\n');
  put(host, 'new.txt', 'untracked\n');
  put(host, 'ignored/c.txt', 'ignored\n');
}

/** All of a repository that no run may change. */
export function untouched(fixture: GitFixture, host = fixture.host): Record<string, string> {
  const read = (path: string) => readFileSync(join(host, path), 'utf8');
  const refs = fixture.user(host, 'for-each-ref', '--format=%(refname) %(objectname) %(symref)');
  const own = /^refs\/(heads\/dragoman\/|dragoman\/|notes\/dragoman )/;
  return {
    refs: refs
      .split('\n')
      .filter((line) => !own.test(line))
      .join('\n'),
    head: read('.git/HEAD'),
    config: read('.git/config'),
    fetched: read('.git/FETCH_HEAD'),
    stash: read('.git/logs/refs/stash'),
    index: hashOf(readFileSync(join(host, '.git/index'))),
    files: JSON.stringify(filesIn(host)),
    inGit: JSON.stringify(readdirSync(join(host, '.git')).sort()),
  };
}

/** All files of a folder but `.git`: mode and content. Paths have one character for each byte. */
export function filesIn(folder: string, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(Buffer.from(folder, 'latin1'), 'latin1').sort()) {
    if (name === '.git') continue;
    const path = Buffer.from(`${folder}/${name}`, 'latin1');
    const status = lstatSync(path);
    if (status.isDirectory()) {
      Object.assign(found, filesIn(path.toString('latin1'), `${prefix}${name}/`));
    } else if (status.isSymbolicLink()) found[prefix + name] = `link ${readlinkSync(path)}`;
    else if (status.isFile()) {
      found[prefix + name] = `${status.mode.toString(8)} ${hashOf(readFileSync(path))}`;
    }
  }
  return found;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
