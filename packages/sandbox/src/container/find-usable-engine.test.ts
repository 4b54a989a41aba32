import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createContainerSandboxes } from './container-sandboxes.js';
import { findUsableEngine } from './find-usable-engine.js';

let root: string;
let environment: NodeJS.ProcessEnv;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-engine-'));
  // A client that is found and must not be asked.
  environment = { DRAGOMAN_DOCKER: '/bin/false' };
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('an engine on another machine makes no sandboxes, and both check and create say so', async () => {
  environment.DOCKER_HOST = 'tcp://192.0.2.1:2376';
  const provider = createContainerSandboxes({ stateDirectory: join(root, 'state'), environment });
  const why = expect.stringContaining('another machine (tcp://192.0.2.1:2376)');
  expect(await provider.check()).toMatchObject({
    works: false,
    why,
    remedy: expect.stringMatching(/DOCKER_HOST/),
  });
  await expect(
    provider.create({ workspace: root, home: root, image: 'any' }),
  ).rejects.toMatchObject({ code: 'sandbox_unavailable', message: why });
});

test('one on a socket of this machine does', async () => {
  environment.DOCKER_HOST = 'unix:///run/user/1000/docker.sock';
  expect(await findUsableEngine({ engineName: undefined, environment })).toMatchObject({
    engine: { name: 'docker' },
  });
});

test('no engine at all is said with what to install', async () => {
  const provider = createContainerSandboxes({
    stateDirectory: join(root, 'state'),
    environment: { DRAGOMAN_PODMAN: join(root, 'podman') },
  });
  await expect(
    provider.create({ workspace: root, home: root, image: 'any' }),
  ).rejects.toMatchObject({
    code: 'sandbox_unavailable',
    message: expect.stringMatching(/apt-get install podman/),
  });
});

test('elsewhere than on Linux no engine is of use', async () => {
  const found = await findUsableEngine({ engineName: 'docker', environment, platform: 'darwin' });
  expect(found).toMatchObject({ obstacle: { remedy: expect.stringMatching(/Linux/) } });
});
