import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createScrubber, type Machine, thisMachine } from './scrub-text.js';

const surroundings = {
  home: '/tmp/dragoman-home-Ab1/home',
  workspace: '/tmp/dragoman-home-Ab1/workspace',
  directory: '/root/.cache/dragoman-tests/agents/claude/2.1.300',
  endpoint: { url: 'http://127.0.0.1:38123', token: 'run-4f6c' },
};
const machine: Machine = {
  home: '/root',
  user: 'ada',
  release: '6.18.44-x',
  hosts: ['ada-laptop', 'npm.corp.example'],
  installs: '/root/.cache/dragoman-tests',
};
const scrub = createScrubber(surroundings, machine);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

test.each([
  ['/tmp/dragoman-home-Ab1/workspace/a.txt', '/workspace/a.txt'],
  ['/private/tmp/dragoman-home-Ab1/workspace', '/workspace'],
  ['/tmp/dragoman-home-Ab1/home/.claude', '/home/agent/.claude'],
  ['projects/-tmp-dragoman-home-Ab1-workspace/x', 'projects/-workspace/x'],
  ['"path":"tmp/dragoman-home-Ab1/workspace"', '"path":"workspace"'],
  ['/tmp/dragoman-home-Ab1', '/run'],
  ['%2Ftmp%2Fdragoman-home-Ab1%2F', '%2Ftmp%2Frun%2F'],
  [hashOf('/tmp/dragoman-home-Ab1/workspace'), hashOf('/workspace')],
  ['/root/.cache/dragoman-tests/agents/claude/2.1.300/cli.js', '/opt/agent/cli.js'],
  ['/root/.cache/dragoman-tests/state', '/opt/agents/state'],
  ['see /root/.npmrc', 'see /home/user/.npmrc'],
  ['http://127.0.0.1:38123/v1', 'http://127.0.0.1:4711/v1'],
  ['localhost:38123', '127.0.0.1:4711'],
  ['the key run-4f6c is wrong', 'the key scripted-token is wrong'],
  ['ada@ada-laptop:~$', 'user@host.example:~$'],
  ['https://npm.corp.example/x', 'https://host.example/x'],
  ['Linux 6.18.44-x', 'Linux 6.1.0'],
])('%s becomes %s', (text, scrubbed) => {
  expect(scrub(text)).toBe(scrubbed);
  expect(scrub(scrubbed)).toBe(scrubbed);
});

test.each([
  '<root>/workspace</root>',
  '/rooted',
  '127.0.0.1:381234',
  'adapter and Canada',
  'my-ada-laptop-2',
])('%s stays, as it names nobody', (text) => {
  expect(scrub(text)).toBe(text);
});

test('the servers that the settings of a machine name are hosts of it, its plain names are not', () => {
  const environment = {
    npm_config_registry: 'https://npm.corp.example/repository',
    HTTPS_PROXY: 'http://proxy.corp.example:3128',
    NO_PROXY: 'localhost',
    HOME_PAGE: 'https://elsewhere.example',
  };
  const { hosts } = thisMachine(environment);
  expect(hosts).toEqual(expect.arrayContaining(['npm.corp.example', 'proxy.corp.example']));
  expect(hosts).not.toContain('elsewhere.example');
  expect(hosts).not.toContain('localhost');
});
