import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineScript, type WrittenScript } from '@dragoman/gateway';
import type { JournaledEvent } from '@dragoman/protocol';
import type { ModelAccess } from '@dragoman/runtime';
import { requireProgram, testAgent, testCacheDirectory } from '@dragoman/testkit';
import { afterAll, beforeAll } from 'vitest';
import type { Run, RunOutcome } from '../src/run/run.js';
import type { RunOptions } from '../src/run/run-options.js';
import { startRun } from '../src/run/start-run.js';

/** A run of a test. Only what matters to the test has to be said. */
export interface TestRun extends Partial<Omit<RunOptions, 'access'>> {
  readonly script?: WrittenScript;
  /** The scripts of agents that say something else. */
  readonly scripts?: Readonly<Record<string, WrittenScript>>;
}

export interface EndedTestRun {
  readonly run: Run;
  readonly outcome: RunOutcome;
  readonly events: readonly JournaledEvent[];
}

/** A repository with one commit, and the folders of runs. */
export interface RunFixture {
  readonly repository: string;
  readonly stateDirectory: string;
  git(...args: string[]): string;
  /** What no run may change: refs that aren't Dragoman's, HEAD, the index, the files, the configuration. */
  snapshot(): string;
  start(run: TestRun): Promise<Run>;
  run(run: TestRun): Promise<EndedTestRun>;
  access(run: TestRun): (agent: string) => ModelAccess;
}

/** One for all tests of a file. */
export function runsOfFile(): RunFixture {
  let root = '';
  beforeAll(async () => {
    await requireProgram('bwrap', 'bubblewrap');
    await testAgent('codex');
    root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-runs-')));
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', join(root, 'repository')]);
    writeFileSync(join(root, 'repository/a.txt'), 'one\n');
    git('add', '--all');
    git('commit', '--quiet', '--message=first');
  }, 300_000);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: join(root, 'repository'),
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: root, ...IDENTITY },
    });

  const fixture: RunFixture = {
    get repository() {
      return join(root, 'repository');
    },
    get stateDirectory() {
      return join(root, 'state');
    },
    git,
    snapshot: () =>
      [
        git('for-each-ref')
          .split('\n')
          .filter((line) => !/refs\/(?:heads\/|notes\/)?dragoman/.test(line))
          .join('\n'),
        git('symbolic-ref', 'HEAD'),
        git('ls-files', '--stage'),
        git('status', '--porcelain'),
        git('config', '--local', '--list'),
      ].join('\n'),
    access:
      ({ script = { steps: [{ say: 'Done.' }] }, scripts = {} }) =>
      (agent) => ({ kind: 'script', script: defineScript(scripts[agent] ?? script) }),
    start: ({ script, scripts, ...options }) =>
      startRun({
        prompt: 'Do it.',
        agent: 'codex',
        repository: fixture.repository,
        stateDirectory: fixture.stateDirectory,
        cacheDirectory: testCacheDirectory(),
        sandbox: 'bubblewrap',
        access: fixture.access({ ...(script && { script }), ...(scripts && { scripts }) }),
        ...options,
      }),
    async run(asked) {
      const run = await fixture.start(asked);
      const events: JournaledEvent[] = [];
      for await (const event of run.events()) events.push(event);
      return { run, outcome: await run.outcome, events };
    },
  };
  return fixture;
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'User',
  GIT_AUTHOR_EMAIL: 'user@dragoman.invalid',
  GIT_COMMITTER_NAME: 'User',
  GIT_COMMITTER_EMAIL: 'user@dragoman.invalid',
};

/** A step that commits a line at the end of `a.txt`. */
export function commits(line: string): { readonly run: string } {
  const who = '-c user.name=agent -c user.email=agent@dragoman.invalid';
  return { run: `echo '${line}' >> a.txt && git ${who} commit --quiet --all --message='${line}'` };
}
