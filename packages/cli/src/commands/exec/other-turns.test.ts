import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { listTurns } from '@dragoman/runtime';
import { runDirectoryOf } from '@dragoman/sandbox';
import { expect, test, vi } from 'vitest';
import { dragomanOfFile } from '../../../test-inputs/dragoman-process.js';

const PATIENCE = { timeout: 60_000, interval: 20 };
const TIMEOUT_MS = 120_000;

const fixture = dragomanOfFile();

/** Asks the turn to stop whose control socket it is sent to. */
const CANCEL = '{"kind":"cancel"}\n';
const SEND = `const s = require("node:net").connect(process.argv[1], () => s.end(${JSON.stringify(CANCEL)})); s.pipe(process.stdout)`;

/** Sends that to every socket it can see. */
const ATTACK = `
find / -path /proc -prune -o -name '*.sock' -type s -print 2>/dev/null > found
for socket in $(cat found); do
  node -e '${SEND}' "$socket"
done
echo done >> found
`;

test(
  'an agent reaches no other turn, though that one has its temporary folder in the agent’s workspace',
  async () => {
    const attacked = join(dirname(fixture.workspace), 'attacked');
    const temporary = join(fixture.workspace, 'tmp');
    for (const folder of [attacked, temporary]) await mkdir(folder);
    // A command may take ten seconds; there are more of them than the attack takes.
    const waits = Array.from({ length: 20 }, () => ({ run: 'touch begun; sleep 600' }));
    const wait = await fixture.file('wait.yaml', JSON.stringify({ steps: waits }));
    const exec = ['exec', 'Do it.', '--script'];
    const victim = fixture.start([...exec, wait, '--cwd', attacked], {
      env: { TMPDIR: temporary },
    });
    await vi.waitFor(() => readFile(join(attacked, 'begun')), PATIENCE);

    await writeFile(join(fixture.workspace, 'attack.sh'), ATTACK);
    const attack = await fixture.file(
      'attack.yaml',
      'steps: [{ run: sh attack.sh }, { say: Done. }]',
    );
    expect(await fixture.run([...exec, attack])).toMatchObject({ code: 0 });
    expect(await readFile(join(fixture.workspace, 'found'), 'utf8')).not.toMatch(/control\.sock/);
    expect(victim.child.exitCode).toBeNull();

    // The same line, from outside, is all that it takes.
    const [id = ''] = await turnsIn(attacked);
    const socket = join(runDirectoryOf(id), 'control.sock');
    const sent = await promisify(execFile)(process.execPath, ['-e', SEND, socket]);
    expect(sent.stdout).toBe('ok\n');
    expect(await victim.ended).toMatchObject({ code: 130 });
    expect(await fixture.remains()).toEqual([]);
  },
  TIMEOUT_MS,
);

/** The ids of the turns that work in a folder. */
async function turnsIn(workspace: string): Promise<readonly string[]> {
  const turns = await listTurns(fixture.state);
  return turns.filter((turn) => turn.workspace === workspace).map(({ id }) => id);
}
