import { expect, test } from 'vitest';
import { containerStartFailure } from './container-start-failure.js';
import { engineFailure } from './engine-failure.js';

const EXITED = { signal: null, reason: 'exited' } as const;

test.each([
  {
    said: 'Error: OCI runtime error: crun: cgroups in hybrid mode not supported, drop all controllers from cgroupv1 unless a named hierarchy',
    remedy: /runtime = "runc"/,
  },
  {
    said: 'Error: runc: runc create failed: unable to start container process: error during container init: error setting rlimits for ready process: error setting rlimit type 7: operation not permitted: OCI permission denied',
    remedy: /default_ulimits/,
  },
  {
    said: 'Error: crun: setrlimit `RLIMIT_NOFILE`: Operation not permitted: OCI permission denied',
    remedy: /default_ulimits/,
  },
  {
    said: 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    remedy: /systemctl start docker/,
  },
  {
    said: 'permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: Get "http://%2Fvar%2Frun%2Fdocker.sock/v1.47/info": dial unix /var/run/docker.sock: connect: permission denied',
    remedy: /group docker/,
  },
])('knows what helps when an engine says: $said', ({ said, remedy }) => {
  const failure = engineFailure('podman', { ...EXITED, exitCode: 126, stderr: said });
  expect(failure.remedy).toMatch(remedy);
  expect(failure.why).toContain(said);
});

test('what it does not know it quotes', () => {
  const failure = engineFailure('podman', { ...EXITED, exitCode: 125, stderr: 'Error: odd' });
  expect(failure).toEqual({
    why: 'podman ended with 125: Error: odd',
    remedy: 'Look whether this works: podman info',
  });
});

test('an image without node is no trouble of the engine', () => {
  const failure = containerStartFailure({
    engine: { name: 'podman' },
    image: 'alpine',
    exit: { ...EXITED, exitCode: 127 },
    stderr: '/run/dragoman/door/launcher.mjs: 1: node: not found',
  });
  expect(failure).toMatchObject({ code: 'sandbox_image_unusable' });
});
