import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createDragomanFixture,
  type DragomanFixture,
  prepareDragoman,
} from '../../../test-inputs/dragoman-process.js';

const PATIENCE = { timeout: 60_000, interval: 20 };
const TIMEOUT_MS = 120_000;

let fixture: DragomanFixture;
beforeAll(async () => {
  await prepareDragoman();
  fixture = await createDragomanFixture();
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture?.remove());

/** Asks every turn whose socket it can see to stop. */
const ATTACK = `
find / -path /proc -prune -o -name '*.sock' -type s -print 2>/dev/null > found
for socket in $(cat found); do
  node -e 'const s = require("node:net").connect(process.argv[1], () => s.end("{\\"wish\\":\\"cancel\\"}\\n"))' "$socket"
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
    victim.child.kill('SIGINT');
    expect(await victim.ended).toMatchObject({ code: 130 });
    expect(await fixture.remains()).toEqual([]);
  },
  TIMEOUT_MS,
);
