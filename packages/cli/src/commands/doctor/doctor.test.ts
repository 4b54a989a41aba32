import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentNames } from '@dragoman/agents';
import { createProcessSandboxes, ownerIsAlive, thisOwner } from '@dragoman/sandbox';
import {
  CONTAINERS_TIMEOUT_MS,
  INSTALL_TIMEOUT_MS,
  testContainers,
  watchdogOf,
} from '@dragoman/testkit';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createDragomanFixture,
  type DragomanFixture,
  prepareDragoman,
} from '../../../test-inputs/dragoman-process.js';

const PATIENCE = { timeout: 60_000, interval: 20 };
const TIMEOUT_MS = 120_000;

let fixture: DragomanFixture;
/** The cache of all tests may hold what killed installs left; this one is empty. */
let apart: Readonly<Record<string, string>>;
beforeAll(async () => {
  await prepareDragoman();
}, INSTALL_TIMEOUT_MS);
beforeEach(async () => {
  fixture = await createDragomanFixture();
  apart = { DRAGOMAN_CACHE: join(fixture.state, 'cache') };
});
afterEach(() => fixture.remove());

describe('dragoman doctor', () => {
  test(
    'names the command that makes the image of agents, where it is missing',
    async () => {
      const { environment } = await testContainers();
      const { stdout } = await fixture.run(['doctor'], { env: environment });
      expect(stdout).toMatch(/✗ container +podman has no image\s+dragoman-agents:/);
      expect(stdout).toMatch(/→ Build one: dragoman agents image build\n/);
    },
    CONTAINERS_TIMEOUT_MS,
  );

  test(
    'shows what is installed, which sandboxes work, and which keys are set, but no key',
    async () => {
      const env = { OPENAI_API_KEY: 'sk-a-secret-of-the-test', ANTHROPIC_API_KEY: '' };
      const { code, stdout } = await fixture.run(['doctor'], { env });
      expect({ code }).toEqual({ code: 0 });
      expect(stdout).toMatch(/✓ codex .*0\.166\.0\s+\(default\)/s);
      expect(stdout).toContain('key: OPENAI_API_KEY');
      expect(stdout).toContain('no key: set ANTHROPIC_API_KEY');
      expect(stdout).not.toContain('sk-a-secret');
      expect(stdout).toMatch(/✓ bubblewrap +\d[\d.]+, default/);
      expect(stdout).toMatch(/✓ process +works\n +no isolation/);
    },
    TIMEOUT_MS,
  );

  test(
    'gives programs the same, with what is wrong and what to do about it',
    async () => {
      const env = { ...apart, DRAGOMAN_BWRAP: '/none/bwrap' };
      const { code, stdout } = await fixture.run(['doctor', '--json'], { env });
      expect({ code }).toEqual({ code: 1 });
      const found = JSON.parse(stdout);
      expect(found.agents.map(({ name }: { name: string }) => name)).toEqual(agentNames);
      expect(found.sandboxes).toContainEqual({
        kind: 'bubblewrap',
        confinesFiles: true,
        isDefault: false,
        check: {
          works: false,
          why: expect.stringContaining('/none/bwrap'),
          remedy: expect.stringMatching(/^Install it: .* bubblewrap/),
        },
      });
      expect(found).toMatchObject({ usable: false, running: 0, leftovers: [] });
      const note = expect.stringContaining('git config --global user.name');
      expect(found.programs).toContainEqual(expect.objectContaining({ name: 'git', note }));
    },
    TIMEOUT_MS,
  );
});

/** A process that makes a sandbox, starts something in it, and is killed. */
async function leaveSandbox(): Promise<void> {
  const module = new URL('../../../../sandbox/dist/index.js', import.meta.url);
  const program = `
    import { createProcessSandboxes } from '${module}';
    const [stateDirectory, folder] = process.argv.slice(1);
    const sandbox = await createProcessSandboxes({ stateDirectory }).create({
      workspace: folder, home: folder, labels: { turn: 'none' },
    });
    await sandbox.start({ executable: '/bin/sleep', args: ['600'], env: {} });
    console.log('ready');
    setInterval(() => {}, 1000);
  `;
  const args = ['--input-type=module', '-e', program, fixture.state, fixture.workspace];
  const env = { TMPDIR: fixture.temporary };
  const owner = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(owner.stdout, 'data');
  owner.kill('SIGKILL');
  await once(owner, 'exit');
}

/** A turn whose owner is killed, and whose watchdog can't do anything about it. */
async function leaveTurn(): Promise<number> {
  const script = await fixture.file('wait.yaml', 'steps: [[{ run: "sleep 600" }]]');
  const running = fixture.start(['exec', 'Wait.', '--script', script, '--sandbox', 'bubblewrap']);
  await vi.waitFor(() => expect(running.stdout()).toContain('sleep 600'), PATIENCE);
  const watchdog = await watchdogOf(running.child.pid ?? 0);
  process.kill(watchdog, 'SIGSTOP');
  running.child.kill('SIGKILL');
  await running.ended;
  return watchdog;
}

describe('dragoman doctor --reap', () => {
  test('says when there is nothing to remove', async () => {
    expect(await fixture.run(['doctor'], { env: apart })).toMatchObject({
      stdout: expect.stringContaining('left behind nothing'),
    });
  });

  test(
    'lists a sandbox whose owner was killed, removes it with --yes, and leaves what is owned',
    async () => {
      const own = await createProcessSandboxes({ stateDirectory: fixture.state }).create({
        workspace: fixture.workspace,
        home: fixture.workspace,
      });
      await leaveSandbox();
      const dry = await fixture.run(['doctor', '--reap'], { env: apart });
      expect(dry.code).toBe(0);
      expect(dry.stdout).toMatch(/^1 thing would be removed:\n {4}sandbox [0-9a-f]{16} \(process/);
      expect(dry.stdout).toMatch(/\n {6}process \d+/);
      expect(dry.stdout).toContain('dragoman doctor --reap --yes');
      expect(await readdir(join(fixture.state, 'sandboxes'))).toHaveLength(2);

      const wet = await fixture.run(['doctor', '--reap', '--yes'], { env: apart });
      expect(wet.code).toBe(0);
      expect(wet.stdout).toMatch(/^1 thing removed:\n/);
      expect(await readdir(join(fixture.state, 'sandboxes'))).toEqual([own.id]);
      await own.remove();
      expect(await fixture.remains()).toEqual([]);
      const again = await fixture.run(['doctor', '--reap', '--json'], { env: apart });
      expect(again).toMatchObject({ code: 0, stdout: '' });
    },
    TIMEOUT_MS,
  );

  test(
    'ends a turn whose owner was killed, and removes its sandbox',
    async () => {
      const watchdog = await leaveTurn();
      try {
        const dry = await fixture.run(['doctor', '--reap'], { env: apart });
        expect(dry.stdout).toMatch(/^1 thing would be removed:\n {4}turn \w+ \(codex in .*without/);
        expect((await fixture.lastTurn()).at(-1)).not.toMatchObject({ type: 'end' });

        const wet = await fixture.run(['doctor', '--reap', '--yes', '--json'], { env: apart });
        expect(JSON.parse(wet.stdout)).toMatchObject({ kind: 'turn', removed: true });
        const end = { type: 'end', status: 'failed', code: 'owner_lost' };
        expect((await fixture.lastTurn()).at(-1)).toMatchObject(end);
        expect(await fixture.remains()).toEqual([]);
      } finally {
        process.kill(watchdog, 'SIGKILL');
      }
    },
    TIMEOUT_MS,
  );

  test('removes locks and half-done installs of processes that are gone, and no others', async () => {
    const installs = join(fixture.state, 'cache', 'agents', 'codex');
    const dead = { ...thisOwner(), pid: 2 ** 22, startTime: '1', token: 'a' };
    expect(ownerIsAlive(dead)).toBe(false);
    await mkdir(join(installs, '0.1.0.partial-a'), { recursive: true });
    await mkdir(join(fixture.state, 'homes'), { recursive: true });
    const write = (path: string, content: object) => writeFile(path, JSON.stringify(content));
    await write(join(installs, '0.1.0.partial-a', 'owner.json'), dead);
    await write(join(installs, '0.1.0.lock'), dead);
    await write(join(installs, '0.2.0.lock'), { ...thisOwner(), token: 'b' });
    await write(join(fixture.state, 'homes', 'h1.lock'), {
      turn: join(fixture.state, 'turns/gone'),
    });
    const wet = await fixture.run(['doctor', '--reap', '--yes'], { env: apart });
    expect(wet.stdout).toMatch(/^3 things removed:\n/);
    expect(await readdir(installs)).toEqual(['0.2.0.lock']);
    expect(await readdir(join(fixture.state, 'homes'))).toEqual([]);
  });
});
