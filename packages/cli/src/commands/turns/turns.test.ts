import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireProgram } from '@dragoman/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDragomanFixture, dragomanOfFile } from '../../../test-inputs/dragoman-process.js';

const PATIENCE = { timeout: 60_000, interval: 20 };
const TIMEOUT_MS = 120_000;
const TURNS = 400;
const WAITS = Array.from({ length: 20 }, () => ({ run: 'touch begun; sleep 600' }));

const fixture = dragomanOfFile();

test(
  'a turn is seen, followed and canceled from another terminal, and its session removed',
  async () => {
    const script = await fixture.file('wait.yaml', JSON.stringify({ steps: WAITS }));
    const running = fixture.start(['exec', 'Wait.\nHere is why.', '--script', script]);
    await vi.waitFor(() => readFile(join(fixture.workspace, 'begun')), PATIENCE);
    const { stdout } = await fixture.run(['turns', 'list', '--running', '--json']);
    const { id, sessionId, ...turn } = JSON.parse(stdout);
    expect(turn).toMatchObject({
      ...{ state: 'running', agent: 'codex', workspace: fixture.workspace },
      prompt: 'Wait.\nHere is why.',
    });

    const soFar = await fixture.run(['turns', 'show', id]);
    expect(soFar).toMatchObject({ code: 0, stdout: expect.stringContaining('$ touch begun') });
    expect(soFar.stderr).toContain(
      `is running. To see the rest: dragoman turns show ${id} --follow`,
    );
    const followed = fixture.start(['turns', 'show', id.slice(0, 10), '--follow']);
    await vi.waitFor(() => expect(followed.stdout()).toContain('$ touch begun'), PATIENCE);
    const left = fixture.start(['turns', 'show', id, '--follow']);
    await vi.waitFor(() => expect(left.stdout()).toContain('$ touch begun'), PATIENCE);
    left.child.kill('SIGINT');
    expect(await left.ended).toMatchObject({ code: 130 });
    expect((await fixture.run(['turns', 'list', '--running'])).stdout).toContain(id);

    const busy = await fixture.run(['sessions', 'remove', sessionId, '--yes']);
    expect(busy).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use') });
    const canceled = await fixture.run(['turns', 'cancel', id.slice(0, 10)]);
    expect(canceled).toEqual({ code: 0, signal: null, stdout: `${id} canceled\n`, stderr: '' });
    expect(await running.ended).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('canceled from another terminal'),
    });
    expect(await followed.ended).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('✗ codex was canceled'),
    });
    const replayed = await fixture.run(['turns', 'show', id, '--json']);
    const lines = replayed.stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(await fixture.lastTurn());
    expect(await fixture.run(['turns', 'list', '--running'])).toMatchObject({
      stderr: 'dragoman: No turn is running.\n',
    });
    expect(await fixture.run(['turns', 'cancel', id])).toMatchObject({
      code: 0,
      stderr: `dragoman: The turn ${id} has ended already: canceled.\n`,
    });
    const table = (await fixture.run(['turns', 'list'])).stdout;
    expect(table).toMatch(/ codex +canceled +\S+ +\S+workspace +Wait\.\n/);
    expect(table).toContain(sessionId.slice(0, 11));

    const dry = await fixture.run(['sessions', 'remove', sessionId]);
    expect(dry.stdout).toContain('would be removed');
    expect((await fixture.run(['sessions', 'remove', sessionId, '--yes'])).code).toBe(0);
    for (const folder of ['turns', 'homes']) {
      expect(await readdir(join(fixture.state, folder))).toEqual([]);
    }
    expect((await fixture.run(['sessions', 'list'])).stdout).toBe('');
  },
  TIMEOUT_MS,
);

test(
  'more turns are listed, each with its prompt, than a process may open files',
  async () => {
    await requireProgram('prlimit', 'util-linux');
    const other = await createDragomanFixture();
    onTestFinished(() => other.remove());
    const script = await other.file('say.yaml', 'steps: [{ say: Hello. }]');
    expect(await other.run(['exec', 'Greet.', '--script', script])).toMatchObject({ code: 0 });
    const turns = join(other.state, 'turns');
    const [first = ''] = await readdir(turns);
    for (let copy = 1; copy < TURNS; copy += 1) {
      await cp(join(turns, first), join(turns, `${first}${copy}`), { recursive: true });
    }
    const main = fileURLToPath(new URL('../../../bin/dragoman.cjs', import.meta.url));
    const table = execFileSync(
      'prlimit',
      [`--nofile=${TURNS / 4}`, process.execPath, main, 'turns', 'list', '--limit', `${TURNS}`],
      { encoding: 'utf8', env: { ...process.env, DRAGOMAN_STATE: other.state } },
    );
    expect(table.match(/ Greet\.$/gm)).toHaveLength(TURNS);
  },
  TIMEOUT_MS,
);

test('an id that no turn has is an error that says what to try', async () => {
  expect(await fixture.run(['turns', 'cancel', 'zzz'])).toMatchObject({
    code: 1,
    stderr: 'dragoman: There is no turn "zzz".\n  try: dragoman turns list\n',
  });
});

test(
  'a journal that can not be read is named, and hides no other turn',
  async () => {
    const other = await createDragomanFixture();
    onTestFinished(() => other.remove());
    const script = await other.file('greet.yaml', 'steps: [{ say: Hello. }]');
    for (const prompt of ['First.', 'Second.']) {
      expect(await other.run(['exec', prompt, '--script', script])).toMatchObject({ code: 0 });
    }
    const turns = join(other.state, 'turns');
    const [first = ''] = (await readdir(turns)).sort();
    const journal = join(turns, first, 'events.ndjson');
    await rm(journal);
    await mkdir(journal);

    const { code, stdout, stderr } = await other.run(['turns', 'list']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/success .* Second\..*\n.*success/);
    expect(stderr).toBe(`dragoman: ${journal} can't be read: it is a folder.\n`);
    expect(await other.run(['turns', 'show', first])).toMatchObject({ code: 1 });
    expect(await other.run(['sessions', 'list'])).toMatchObject({ code: 0 });
    expect((await other.run(['doctor'])).stdout).toMatch(/✗ unreadable .*events.ndjson/s);
    // Without a note of how it ended, nobody knows.
    const record = join(turns, first, 'turn.json');
    const { end: _, ...rest } = JSON.parse(await readFile(record, 'utf8'));
    await writeFile(record, JSON.stringify(rest));
    expect((await other.run(['turns', 'list'])).stdout).toMatch(/ unreadable /);
    expect(await other.run(['clean', '--older-than', '1s', '--yes'])).toMatchObject({ code: 0 });
    expect(await readdir(turns)).toEqual([]);
  },
  TIMEOUT_MS,
);
