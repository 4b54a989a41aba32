import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createTurnFixture, requireProgram, type TurnFixture } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';

const CONDUCT_TURN = JSON.stringify(new URL('../../dist/turn/conduct-turn.js', import.meta.url));

/**
 * A process that may open few files. One turn goes on all the time; beside it others begin, each with
 * other numbers of files to open, from none to enough. It runs what is built.
 */
const OWNER = `
  import { execFileSync } from 'node:child_process';
  import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
  import { setTimeout as delay } from 'node:timers/promises';
  import { z } from ${JSON.stringify(import.meta.resolve('zod'))};
  import { conductTurn } from ${CONDUCT_TURN};
  const [stateDirectory, cwd, sandbox] = process.argv.slice(1);
  const schema = z.object({ message: z.string() });
  const start = (message) =>
    conductTurn({
      agent: {
        requestSchema: schema,
        prepareSandbox: async () => {},
        createCommand: () => ({ cmd: '/bin/sh', args: ['-c', message] }),
      },
      input: { message },
      cwd,
      stateDirectory,
      sandbox,
    });
  const fill = (leave) => {
    const files = [];
    try {
      while (true) files.push(openSync('/dev/null', 'r'));
    } catch {}
    for (const file of files.splice(0, leave)) closeSync(file);
    return () => files.splice(0).forEach((file) => closeSync(file));
  };
  // From here on: Node needs many at once to load a program.
  execFileSync('prlimit', ['--pid', String(process.pid), '--nofile=160']);
  const long = await start('touch running; while [ ! -e go ]; do sleep 0.1; done');
  while (!existsSync(cwd + '/running')) await delay(20);
  const ends = [];
  for (let leave = 0; leave < 90; leave += leave < 16 ? 2 : 24) {
    const release = fill(leave);
    const starting = start('true').then(
      async (turn) => ({ ...(await turn.outcome) }),
      ({ code, message }) => ({ status: 'refused', code, reason: message }),
    );
    const first = await Promise.race([starting, delay(400)]);
    release();
    ends.push({ leave, ...(first ?? (await starting)) });
  }
  writeFileSync(cwd + '/go', '');
  console.log(JSON.stringify({ ends, long: await long.outcome }));
`;

let fixture: TurnFixture;
let owner: ChildProcess | undefined;
beforeEach(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  await requireProgram('prlimit', 'util-linux');
  fixture = await createTurnFixture();
});
afterEach(async () => {
  // Still there only when the test has run out of time. Its watchdog ends its turns.
  owner?.kill('SIGKILL');
  await expect.poll(() => fixture.remains(), { timeout: 20_000, interval: 200 }).toEqual([]);
  await fixture.remove();
});

test.each(['process', 'bubblewrap'])(
  'without a file to open a turn of kind %s says so, and no other turn is hurt',
  { timeout: 120_000 },
  async (sandbox) => {
    const started = spawn(
      process.execPath,
      [
        ...['--input-type=module', '--eval', OWNER],
        ...[fixture.stateDirectory, fixture.workspace, sandbox],
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    owner = started;
    const [stdout, stderr] = await Promise.all([
      text(started.stdout),
      text(started.stderr),
      once(started, 'close'),
    ]);
    expect({ exitCode: started.exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { ends, long } = JSON.parse(stdout);
    expect(long).toMatchObject({ status: 'success' });
    const failed = ends.filter(({ status }: { status: string }) => status !== 'success');
    for (const end of failed) {
      expect(end).toMatchObject({
        status: expect.stringMatching(/^(refused|not_started|failed)$/),
        code: 'open_files_limit',
        reason: expect.stringContaining('ulimit -n'),
      });
    }
    expect(failed.length).toBeGreaterThan(3);
    expect(ends.at(-1)).toMatchObject({ status: 'success' });
    expect(await fixture.remains()).toEqual([]);
  },
);
