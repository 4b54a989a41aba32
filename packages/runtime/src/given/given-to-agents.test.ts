import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { agentNames } from '@dragoman/agents';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  requireProgram,
  type TurnFixture,
  testAgent,
} from '@dragoman/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

const TIMEOUT_MS = 180_000;

let fixture: TurnFixture;
let home: string;
beforeAll(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  for (const name of agentNames) await testAgent(name);
}, INSTALL_TIMEOUT_MS);
beforeEach(async () => {
  fixture = await createTurnFixture();
  home = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-given-')));
  vi.stubEnv('GIT_CONFIG_GLOBAL', join(home, 'gitconfig'));
  writeFileSync(
    join(home, 'gitconfig'),
    '[user]\n\tname = Ada Lovelace\n\temail = ada@example.com\n[commit]\n\tgpgSign = true\n[core]\n\thooksPath = /evil\n',
  );
});
afterEach(async () => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
  await fixture.remove();
});
afterAll(() => fixture?.remove());

function git(folder: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, env, encoding: 'utf8' });
}

function makeRepository(): string {
  const sub = join(fixture.workspace, 'sub');
  mkdirSync(sub);
  git(fixture.workspace, 'init', '-q', '-b', 'main');
  git(fixture.workspace, 'commit', '-q', '--allow-empty', '-m', 'one');
  return sub;
}

/** A folder of programs as a Node has it: `bin` with a link into `lib`. */
function makePrograms(): string {
  const [bin, lib] = [join(home, 'tool/bin'), join(home, 'tool/lib')];
  for (const folder of [bin, lib]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(lib, 'greet.sh'), '#!/bin/sh\necho greetings\n');
  chmodSync(join(lib, 'greet.sh'), 0o755);
  execFileSync('ln', ['-s', '../lib/greet.sh', join(bin, 'greet')]);
  return bin;
}

describe.each(agentNames)('%s', (agent) => {
  test('commits in the name of the user from a folder of a repository, and its commands have what they are given', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const cwd = makeRepository();
    const shared = join(home, 'shared');
    mkdirSync(shared);
    const command =
      'echo two >two; git add -A && git commit -qm two; echo "$GREETING" >said; greet >>said; echo seen >"$SHARED/seen"; echo "$API_TOKEN"';
    const { end, events } = await fixture.run({
      agent,
      cwd,
      sandbox: 'bubblewrap',
      script: { steps: [{ run: command }, { say: 'Done.' }] },
      mounts: [{ path: shared, access: 'write' }],
      env: { GREETING: 'Best', SHARED: shared, API_TOKEN: 'not-for-the-journal' },
      path: [makePrograms()],
    });
    expect(end).toMatchObject({ status: 'success' });
    expect(git(fixture.workspace, 'log', '-1', '--format=%an <%ae> %cn: %s')).toBe(
      'Ada Lovelace <ada@example.com> Ada Lovelace: two\n',
    );
    expect(readFileSync(join(cwd, 'said'), 'utf8')).toBe('Best\ngreetings\n');
    expect(readFileSync(join(shared, 'seen'), 'utf8')).toBe('seen\n');
    expect(JSON.stringify(events)).not.toContain('not-for-the-journal');
  });
});

test('where nothing confines an agent, it commits in the name of the user as well', {
  timeout: TIMEOUT_MS,
}, async () => {
  const cwd = makeRepository();
  const script = { steps: [{ run: 'git commit --allow-empty -qm two' }, { say: 'Done.' }] };
  for (const agent of ['codex', 'gemini']) await fixture.run({ agent, cwd, script });
  const log = git(fixture.workspace, 'log', '-2', '--format=%an: %s');
  expect(log).toBe('Ada Lovelace: two\nAda Lovelace: two\n');
});

test('without an identity git says what is missing, in its own words', {
  timeout: TIMEOUT_MS,
}, async () => {
  rmSync(join(home, 'gitconfig'));
  makeRepository();
  const script = { steps: [{ run: 'git commit --allow-empty -m two' }, { say: 'Done.' }] };
  const { events } = await fixture.run({ sandbox: 'bubblewrap', script });
  expect(JSON.stringify(events)).toContain('tell me who you are');
});

test('a repository that is hidden is none', { timeout: TIMEOUT_MS }, async () => {
  const cwd = makeRepository();
  const script = { steps: [{ run: 'git status; ls ..' }, { say: 'Done.' }] };
  const { events } = await fixture.run({ cwd, sandbox: 'bubblewrap', script, repository: 'hide' });
  expect(JSON.stringify(events)).toContain('not a git repository');
});

test('a commondir that the agent put into its repository above is taken back, and reported', {
  timeout: TIMEOUT_MS,
}, async () => {
  const cwd = makeRepository();
  // What was made in the moment before a turn is taken for its own: the times of files are not exact.
  await delay(50);
  const script = { steps: [{ run: 'echo ../sub >../.git/commondir' }, { say: 'Done.' }] };
  const { events } = await fixture.run({ cwd, sandbox: 'bubblewrap', script });
  const path = join(fixture.workspace, '.git/commondir');
  expect(events.find(({ type }) => type === 'workspace_risk')).toMatchObject({
    items: [{ path, risk: 'repository', undone: true }],
  });
});

test('what a turn left in a folder that it was given is reported with its whole path', {
  timeout: TIMEOUT_MS,
}, async () => {
  const shared = join(home, 'shared');
  mkdirSync(shared);
  const run = `cd ${shared}; echo '{}' >package.json; mkdir .vscode; echo evil >.vscode/tasks.json`;
  const { events } = await fixture.run({
    sandbox: 'bubblewrap',
    mounts: [{ path: shared, access: 'write' }],
    script: { steps: [{ run }, { say: 'Done.' }] },
  });
  expect(events.find(({ type }) => type === 'workspace_risk')).toMatchObject({
    items: [{ path: join(shared, 'package.json'), risk: 'scripts' }],
  });
});

test.each<[what: string, options: () => object, code: string, words: RegExp]>([
  [
    'the state folder',
    () => ({ mounts: [fixture.stateDirectory] }),
    'mount_unsuitable',
    /Dragoman keeps/,
  ],
  [
    'what holds it',
    () => ({ mounts: [join(fixture.stateDirectory, '..')] }),
    'mount_unsuitable',
    /Dragoman keeps/,
  ],
  ['nothing', () => ({ mounts: ['/none'] }), 'mount_missing', /\/none/],
  ['a device', () => ({ mounts: ['/dev/null'] }), 'mount_unsuitable', /system|neither/],
  [
    'the system to write',
    () => ({ mounts: [{ path: '/usr/local', access: 'write' }] }),
    'mount_unsuitable',
    /programs of the system/,
  ],
  [
    'a file as a folder of programs',
    () => ({ path: [join(home, 'gitconfig')] }),
    'mount_unsuitable',
    /is a file/,
  ],
  ['another HOME', () => ({ env: { HOME: '/' } }), 'env_reserved', /HOME/],
  [
    'another address for its model',
    () => ({ agent: 'claude', env: { ANTHROPIC_BASE_URL: 'https://evil' } }),
    'env_reserved',
    /ANTHROPIC_BASE_URL/,
  ],
  ['a name that is none', () => ({ env: { 'A B': 'x' } }), 'env_invalid', /A B/],
])(
  '%s is refused before anything of a turn exists',
  async (_what, options, code, words) => {
    const start = fixture.start({ sandbox: 'bubblewrap', ...options() });
    await expect(start).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
    expect(await fixture.remains()).toEqual([]);
  },
  TIMEOUT_MS,
);
