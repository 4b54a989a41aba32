import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createDragomanFixture,
  type DragomanFixture,
  prepareDragoman,
} from '../../../test-inputs/dragoman-process.js';

const PATIENCE = { timeout: 60_000, interval: 20 };
const TIMEOUT_MS = 120_000;
const WAITS = Array.from({ length: 20 }, () => ({ run: 'touch begun; sleep 600' }));

let fixture: DragomanFixture;
beforeAll(async () => {
  await prepareDragoman();
  fixture = await createDragomanFixture();
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture?.remove());

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

test('an id that no turn has is an error that says what to try', async () => {
  expect(await fixture.run(['turns', 'cancel', 'zzz'])).toMatchObject({
    code: 1,
    stderr: 'dragoman: There is no turn "zzz".\n  try: dragoman turns list\n',
  });
});
