import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { beforeAll, expect, test } from 'vitest';
import { dragomanOfFile } from '../../../test-inputs/dragoman-process.js';

const TIMEOUT_MS = 120_000;

const fixture = dragomanOfFile();
let hello: string;
beforeAll(async () => {
  hello = await fixture.file('hello.yaml', 'steps: [{ say: Hello there. }]');
}, INSTALL_TIMEOUT_MS);

test(
  'an agent that may work in the home folder neither sees nor changes sessions there',
  async () => {
    const session = join(fixture.state, 'sessions', 'codex', 'session.json');
    await mkdir(dirname(session), { recursive: true });
    await writeFile(session, 'as it was');
    const script = await fixture.file(
      'look.yaml',
      `steps: [{ run: "cat state/sessions/codex/*; ls state/turns; echo changed >${session}; ls -A state" }, { say: Done. }]`,
    );
    const home = dirname(fixture.state);
    const args = ['exec', 'Look.', '--script', script, '--cwd', home, '--json'];
    const refused = await fixture.run(args, { env: { TMPDIR: '/tmp' } });
    expect(refused.stderr).toMatch(/^dragoman: .* your home folder.* --yes-my-home/);
    expect(refused.code).toBe(125);
    const allowed = [...args, '--yes-my-home'];
    const { code, stdout } = await fixture.run(allowed, { env: { TMPDIR: '/tmp' } });
    expect({ code }).toEqual({ code: 0 });
    const results = stdout.split('\n').filter((line) => line.includes('"tool_result"'));
    expect(results.join()).not.toContain('as it was');
    expect(results.join()).toMatch(/No such file or directory/);
    expect(results.join()).toContain('\\nhomes\\n');
    expect(await readFile(session, 'utf8')).toBe('as it was');
  },
  TIMEOUT_MS,
);

test(
  'a session that nothing confined is confined when it goes on, unless asked otherwise',
  async () => {
    const first = await fixture.run(['exec', 'Hi.', '--script', hello, '--sandbox', 'process']);
    const resume = /dragoman exec (--resume \S+) /.exec(first.stderr)?.[1]?.split(' ') ?? [];
    const again = ['exec', 'Again.', ...resume, '--script', hello];
    const second = await fixture.run(again);
    expect(second.stderr).toContain(
      'sandbox: bubblewrap (the session had process: --sandbox process), network: none',
    );
    expect(second.code).toBe(0);
    const unconfined = [...again, '--sandbox', 'process'];
    const refused = await fixture.run(unconfined);
    expect(refused.stderr).toContain('would run unconfined now');
    expect(refused.code).not.toBe(0);
    const third = await fixture.run([...unconfined, '--trust-project']);
    expect(third.stderr).toContain('sandbox: process, nothing confines the agent');
    expect(third.stderr).toContain('files of the project can make it run anything');
    expect(third.code).toBe(0);
  },
  TIMEOUT_MS,
);

test.each<[what: string, env: () => Record<string, string>, words: string]>([
  [
    'a state folder where none can be',
    () => ({ DRAGOMAN_STATE: '/proc/nope' }),
    'set DRAGOMAN_STATE',
  ],
  [
    'a state folder in the workspace',
    () => ({ DRAGOMAN_STATE: join(fixture.workspace, 'state') }),
    'Set DRAGOMAN_STATE',
  ],
  ['a temporary folder in the workspace', () => ({ TMPDIR: fixture.workspace }), 'Set TMPDIR'],
])(
  'with %s it says what to do, and leaves nothing',
  async (_what, environment, words) => {
    const env = environment();
    const turns = () => readdir(join(fixture.state, 'turns')).catch(() => []);
    const before = await turns();
    const { code, stderr } = await fixture.run(['exec', 'Hi.', '--script', hello], { env });
    expect(stderr).toMatch(new RegExp(`^dragoman: .*${words}.*\n$`));
    expect({ code }).toEqual({ code: 125 });
    expect(await turns()).toEqual(before);
    expect(await fixture.remains()).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'without a sandbox that works nothing is run, unless that is said; nor does a session go on so',
  async () => {
    const env = { DRAGOMAN_BWRAP: '/none/bwrap' };
    const run = (...args: string[]) =>
      fixture.run(['exec', 'Hi.', '--script', hello, ...args], { env });
    const refused = await run();
    expect(refused.stderr).toMatch(
      /^dragoman: Nothing here can confine an agent.*Install it: .* bubblewrap.*--sandbox process/,
    );
    expect(refused.stderr).toContain('try: dragoman doctor');
    expect(refused.code).toBe(125);
    const said = await run('--sandbox', 'process');
    expect(said.code).toBe(0);
    const session = /dragoman exec --resume (\S+) /.exec(said.stderr)?.[1] ?? '';
    const resumed = await run('--resume', session);
    expect(resumed.code).toBe(125);
    expect(resumed.stderr).toMatch(/dragoman exec --resume [\w-]+ --sandbox process\n/);
    expect((await run('--resume', session, '--sandbox', 'process')).code).toBe(0);
  },
  TIMEOUT_MS,
);

test('a folder of the system is no workspace', async () => {
  const { code, stderr } = await fixture.run(['exec', 'Hi.', '--script', hello, '--cwd', '/etc']);
  expect(stderr).toMatch(/^dragoman: \/etc can't be the workspace .*\n$/);
  expect({ code }).toEqual({ code: 125 });
});

test('in a folder that was deleted it says so', async () => {
  const gone = join(fixture.workspace, 'gone');
  await mkdir(gone);
  const main = fileURLToPath(new URL('../../../bin/dragoman.cjs', import.meta.url));
  const script = 'rmdir "$PWD" && exec "$@"';
  const command = [process.execPath, main, 'exec', 'Hi.', '--script', hello];
  const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', ...command], {
    cwd: gone,
    env: { PATH: '/usr/bin:/bin', HOME: fixture.workspace, DRAGOMAN_STATE: fixture.state },
    encoding: 'utf8',
  });
  expect(stderr).toBe(
    'dragoman: The current folder no longer exists: change to another folder and try again.\n',
  );
  expect(status).toBe(1);
});

test(
  'what an agent left that could be run later is named in the last line, and walls are opened by name',
  async () => {
    const work = 'echo evil >.npmrc; mkdir -p .vscode; echo a >.vscode/x; echo "{}" >package.json';
    const script = await fixture.file('leave.yaml', `steps: [{ run: '${work}' }, { say: Done. }]`);
    const args = ['exec', 'Leave.', '--script', script, '--cwd', fixture.workspace];
    const walled = await fixture.run(args);
    expect({ code: walled.code }).toEqual({ code: 0 });
    expect(walled.stderr).toMatch(/\n! look before you run: package\.json \(scripts\)\n$/);
    const open = await fixture.run([...args, '--writable', '.vscode', '--writable', '.npmrc']);
    expect(open.stderr).toMatch(/\n! look before you run: \.npmrc \(settings\), \.vscode\/x .*\n$/);
    expect(await readFile(join(fixture.workspace, '.npmrc'), 'utf8')).toBe('evil\n');
  },
  TIMEOUT_MS,
);

test('only paths in the workspace can be made writable', async () => {
  const { code, stderr } = await fixture.run([
    ...['exec', 'Hi.', '--script', hello, '--writable', '../other'],
  ]);
  expect(stderr).toMatch(/^dragoman: "\.\.\/other" can't be made writable: .*\n$/);
  expect({ code }).toEqual({ code: 2 });
});
