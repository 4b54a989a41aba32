import { expect, test } from 'vitest';
import { systemPath } from '../process/system-folders.js';
import { engineEnvironment } from './engine-environment.js';

test('the client of an engine learns whose engine it is and how it is set up', () => {
  const own = {
    HOME: '/home/me',
    XDG_RUNTIME_DIR: '/run/user/1000',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
    CONTAINERS_STORAGE_CONF: '/home/me/storage.conf',
    DOCKER_HOST: 'unix:///run/docker.sock',
    DRAGOMAN_PODMAN: '/opt/podman',
    DRAGOMAN_DOCKER: '/opt/docker',
  };
  expect(engineEnvironment({ ...own, USER: undefined })).toEqual({ ...own, PATH: systemPath() });
});

test.each([
  ...['LD_PRELOAD', 'LD_LIBRARY_PATH', 'NODE_OPTIONS', 'BASH_ENV', 'PATH'],
  ...['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GITHUB_TOKEN', 'SSH_AUTH_SOCK'],
  ...['HTTPS_PROXY', 'DRAGOMAN_STATE', 'DOCKER_HOST_X', 'home'],
])('it does not get %s', (name) => {
  expect(engineEnvironment({ [name]: 'planted' })).toEqual({ PATH: systemPath() });
});
