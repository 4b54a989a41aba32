import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INSTALL_TIMEOUT_MS, requireProgram, testAgent } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildDragoman,
  createDragomanPlace,
  type DragomanPlace,
} from '../../../test-inputs/dragoman-process.js';

const TIMEOUT_MS = 120_000;

let place: DragomanPlace;
let hello: string;
beforeAll(async () => {
  buildDragoman();
  await requireProgram('bwrap', 'bubblewrap');
  await testAgent('codex');
  place = await createDragomanPlace();
  hello = await place.file('hello.yaml', 'steps: [{ say: Hello there. }]');
}, INSTALL_TIMEOUT_MS);
afterAll(() => place?.remove());

test(
  'an agent in a folder above the state folder neither sees nor changes sessions',
  async () => {
    const session = join(place.state, 'sessions', 'codex', 'session.json');
    await mkdir(dirname(session), { recursive: true });
    await writeFile(session, 'as it was');
    const script = await place.file(
      'look.yaml',
      `steps: [{ run: "cat state/sessions/codex/*; ls state/turns; echo changed >${session}; ls -A state" }, { say: Done. }]`,
    );
    const args = ['exec', 'Look.', '--script', script, '--cwd', dirname(place.state), '--json'];
    const { code, stdout } = await place.run(args);
    expect({ code }).toEqual({ code: 0 });
    const results = stdout.split('\n').filter((line) => line.includes('"tool_result"'));
    expect(results.join()).not.toContain('as it was');
    expect(results.join()).toMatch(/No such file or directory.*\\nhomes\\n"/);
    expect(await readFile(session, 'utf8')).toBe('as it was');
  },
  TIMEOUT_MS,
);

test(
  'a session that nothing confined is confined when it goes on, unless asked otherwise',
  async () => {
    const first = await place.run(['exec', 'Hi.', '--script', hello, '--sandbox', 'process']);
    const resume = /dragoman exec (--resume \S+) /.exec(first.stderr)?.[1]?.split(' ') ?? [];
    const again = ['exec', 'Again.', ...resume, '--script', hello];
    const second = await place.run(again);
    expect(second.stderr).toContain(
      'sandbox: bubblewrap (the session had process: --sandbox process), network: none',
    );
    expect(second.code).toBe(0);
    const third = await place.run([...again, '--sandbox', 'process']);
    expect(third.stderr).toContain('sandbox: process, nothing confines the agent');
    expect(third.code).toBe(0);
  },
  TIMEOUT_MS,
);

test.each<[what: string, env: Record<string, string>, words: string]>([
  ['a state folder where none can be', { DRAGOMAN_STATE: '/proc/nope' }, 'set DRAGOMAN_STATE'],
  ['no temporary folder', { TMPDIR: '/nonexistent' }, 'Set TMPDIR'],
])(
  'with %s it says what to do, and leaves nothing',
  async (_what, env, words) => {
    const turns = () => readdir(join(place.state, 'turns')).catch(() => []);
    const before = await turns();
    const { code, stderr } = await place.run(['exec', 'Hi.', '--script', hello], { env });
    expect(stderr).toMatch(new RegExp(`^dragoman: .*${words}.*\n$`));
    expect({ code }).toEqual({ code: 1 });
    expect(await turns()).toEqual(before);
    expect(await place.remains()).toEqual([]);
  },
  TIMEOUT_MS,
);

test('a folder of the system is no workspace', async () => {
  const { code, stderr } = await place.run(['exec', 'Hi.', '--script', hello, '--cwd', '/etc']);
  expect(stderr).toMatch(/^dragoman: \/etc can't be the workspace .*\n$/);
  expect({ code }).toEqual({ code: 1 });
});

test('in a folder that was deleted it says so', async () => {
  const gone = join(place.workspace, 'gone');
  await mkdir(gone);
  const main = fileURLToPath(new URL('../../../bin/dragoman.cjs', import.meta.url));
  const script = 'rmdir "$PWD" && exec "$@"';
  const command = [process.execPath, main, 'exec', 'Hi.', '--script', hello];
  const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', ...command], {
    cwd: gone,
    env: { PATH: '/usr/bin:/bin', HOME: place.workspace, DRAGOMAN_STATE: place.state },
    encoding: 'utf8',
  });
  expect(stderr).toBe(
    'dragoman: The current folder is not there any more: go to another and try again.\n',
  );
  expect(status).toBe(1);
});
