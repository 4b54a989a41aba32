import { readFile, rm } from 'node:fs/promises';
import {
  CONTAINERS_TIMEOUT_MS,
  podmanSubject,
  run,
  shell,
  withFixture,
} from '@dragoman/testkit/sandbox-conformance';
import { beforeAll, expect, test } from 'vitest';
import { createContainerSandboxes } from './container-sandboxes.js';

const TIMEOUT_MS = 60_000;

let subject: Awaited<ReturnType<typeof podmanSubject>>;
beforeAll(async () => {
  subject = await podmanSubject();
}, CONTAINERS_TIMEOUT_MS);

/** The containers of a sandbox, as podman has them. */
async function containersOf(id: string): Promise<string> {
  const filter = `label=dragoman.sandbox_id=${id}`;
  const list = ['ps', '--all', '--filter', filter, '--format', '{{.Names}}'];
  return (await subject.containers.podman(list)).stdout;
}

test(
  'nothing of a command stands in an argument list or in what the engine shows',
  async () => {
    await withFixture(subject, async ({ create }) => {
      const sandbox = await create({ labels: { turn: 'a turn' } });
      const secret = 'sk-nobody-may-see-this';
      const command = shell(sandbox, 'sleep 60');
      const running = await sandbox.start({ ...command, env: { ...command.env, KEY: secret } });
      const name = `dragoman-${sandbox.id}-1`;
      const { stdout: shown } = await subject.containers.podman(['inspect', name]);
      expect(shown).toContain('"dragoman.label.turn": "a turn"');
      expect(shown).toContain(`"dragoman.owner_pid": "${process.pid}"`);
      const argv = await readFile(`/proc/${running.pid}/cmdline`, 'utf8');
      expect(argv).toContain(name);
      for (const text of [shown, argv]) expect(text).not.toMatch(/sk-nobody|sleep 60/);
      await running.kill();
    });
  },
  TIMEOUT_MS,
);

test(
  'a container does not outlive the client that started it',
  async () => {
    await withFixture(subject, async ({ create }) => {
      const sandbox = await create();
      const running = await sandbox.start(shell(sandbox, 'sleep 600'));
      expect(await containersOf(sandbox.id)).toBe(`dragoman-${sandbox.id}-1\n`);
      process.kill(running.pid, 'SIGKILL');
      expect(await running.exit).toEqual({ exitCode: null, signal: 'SIGKILL', reason: 'exited' });
      expect(await containersOf(sandbox.id)).toBe('');
    });
  },
  TIMEOUT_MS,
);

test(
  'a command may kill all it can reach: that ends it, and is reported',
  async () => {
    await withFixture(subject, async ({ create }) => {
      const sandbox = await create();
      const { exitCode, signal } = await run(sandbox, shell(sandbox, 'kill -9 -1; sleep 600'));
      expect({ exitCode, signal }).toEqual({ exitCode: null, signal: 'SIGKILL' });
      expect(await containersOf(sandbox.id)).toBe('');
    });
  },
  TIMEOUT_MS,
);

test(
  'statuses that engines use are a command’s own when a command ends with them',
  async () => {
    await withFixture(subject, async ({ create }) => {
      const sandbox = await create();
      for (const status of [125, 126, 127, 137]) {
        const { exitCode, signal } = await run(sandbox, shell(sandbox, `exit ${status}`));
        expect({ exitCode, signal }).toEqual({ exitCode: status, signal: null });
      }
    });
  },
  TIMEOUT_MS,
);

test(
  'containers whose record is gone are found by their labels',
  async () => {
    await withFixture(subject, async ({ create, provider, stateDirectory }) => {
      const sandbox = await create({ labels: { turn: 'a turn' } });
      const running = await sandbox.start(shell(sandbox, 'sleep 600'));
      await rm(stateDirectory, { recursive: true });
      const [found] = await provider.list();
      expect(found).toMatchObject({
        id: sandbox.id,
        owned: true,
        labels: { turn: 'a turn' },
        remains: [`container dragoman-${sandbox.id}-1 (running)`],
      });
      await expect(found?.remove()).rejects.toMatchObject({ code: 'sandbox_owned' });
      await running.kill();
      expect(await provider.list()).toEqual([]);
    });
  },
  TIMEOUT_MS,
);

test(
  'an image that is missing is named, with what to do about it',
  async () => {
    await withFixture(subject, async ({ create }) => {
      await expect(create({ image: 'dragoman-agents:nowhere' })).rejects.toMatchObject({
        code: 'sandbox_image_missing',
        message:
          'podman has no image dragoman-agents:nowhere. Build it or pull it, or name another.',
      });
    });
  },
  TIMEOUT_MS,
);

test('without an engine the check says what to install', async () => {
  const sandboxes = createContainerSandboxes({
    environment: { DRAGOMAN_PODMAN: '/nowhere/podman' },
  });
  expect(await sandboxes.check()).toMatchObject({
    works: false,
    why: expect.stringContaining('podman'),
    remedy: expect.stringContaining('apt-get install podman'),
  });
});

test('an engine whose service does not answer is told from one that is missing', async () => {
  const environment = { ...process.env, DOCKER_HOST: 'tcp://127.0.0.1:9' };
  const sandboxes = createContainerSandboxes({ engine: 'docker', environment });
  const check = await sandboxes.check();
  expect(check).toMatchObject({ works: false });
});
