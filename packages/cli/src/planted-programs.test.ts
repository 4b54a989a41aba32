import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dragomanOfFile, type EndedDragoman } from '../test-inputs/dragoman-process.js';

const TIMEOUT_MS = 120_000;

/** All that Dragoman runs outside of a sandbox, and what that runs in turn. */
const PROGRAMS = [
  ...['bwrap', 'podman', 'docker', 'git', 'npm', 'npx', 'node', 'sh', 'setpriv', 'env', 'opencode'],
  ...['runc', 'crun', 'conmon', 'newuidmap', 'newgidmap', 'fuse-overlayfs', 'apt-get', 'dnf'],
];

const fixture = dragomanOfFile();
let hello: string;
beforeAll(async () => {
  hello = await fixture.file('hello.yaml', 'steps: [{ run: "true" }, { say: Hello there. }]');
}, INSTALL_TIMEOUT_MS);

/** A project outside of temporary folders, from which no program would be run in any case. */
let project: string;
let markers: string;
beforeEach(async () => {
  project = await mkdtemp(join(homedir(), '.dragoman-planted-'));
  markers = join(dirname(fixture.workspace), 'markers');
  await rm(markers, { recursive: true, force: true });
  await mkdir(markers);
  for (const folder of folders()) {
    await mkdir(folder, { recursive: true });
    for (const name of PROGRAMS) await plant(join(folder, name));
  }
  await mkdir(join(project, 'node_modules/npm/bin'), { recursive: true });
  await writeFile(
    npmOfProject(),
    `require('node:fs').writeFileSync(${JSON.stringify(join(markers, 'npm-cli'))}, '')`,
  );
});
afterEach(() => rm(project, { recursive: true }));

const folders = () => [join(project, 'node_modules/.bin'), join(project, 'bin'), project];
const npmOfProject = () => join(project, 'node_modules/npm/bin/npm-cli.js');

/** What is planted says that it ran, and does what is expected of it, so that nobody notices. */
function plant(path: string): Promise<void> {
  const name = path.split('/').at(-1) ?? '';
  const text = `#!/bin/sh\n: > ${markers}/${name}\n[ -x /usr/bin/${name} ] && exec /usr/bin/${name} "$@"\n`;
  return writeFile(path, text, { mode: 0o755 });
}

function run(args: string[], env: Record<string, string> = {}): Promise<EndedDragoman> {
  const PATH = [...folders(), '/usr/bin', '/bin'].join(':');
  return fixture.run(args, { cwd: project, env: { PATH, npm_execpath: npmOfProject(), ...env } });
}

test.each<[what: string, args: () => string[], code: number, env?: Record<string, string>]>([
  ['a turn', () => ['exec', 'Hi.', '--script', hello], 0],
  [
    'a turn in a container',
    () => ['exec', 'Hi.', '--script', hello, '--sandbox', 'container'],
    125,
  ],
  ['a diagnosis', () => ['doctor'], 0],
  ['what is left behind', () => ['doctor', '--reap'], 0],
  ['a list of sessions', () => ['sessions', 'list'], 0],
  [
    'an install',
    () => ['agents', 'install', 'gemini@0.0.1'],
    1,
    { npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' },
  ],
])(
  'runs no program of a project for %s, wherever it is on PATH',
  async (_what, args, code, env = {}) => {
    const cache = args()[0] === 'agents' ? { DRAGOMAN_CACHE: join(fixture.state, 'cache') } : {};
    const ended = await run(args(), { ...env, ...cache });
    expect(await readdir(markers)).toEqual([]);
    expect(ended).toMatchObject({ code });
  },
  TIMEOUT_MS,
);

describe('a setting that names a program of the workspace', () => {
  const settings = (folder: string) =>
    Object.fromEntries(
      ['bwrap', 'podman', 'docker', 'git'].map((name) => [
        `DRAGOMAN_${name.toUpperCase()}`,
        join(project, folder, name),
      ]),
    );

  test.each([
    ['bubblewrap', 'bwrap'],
    ['container', 'podman'],
  ])(
    'is refused by name by a %s, and nothing is run',
    async (kind, name) => {
      const args = ['exec', 'Hi.', '--script', hello, '--sandbox', kind];
      const { code, stderr } = await run(args, settings('bin'));
      expect(await readdir(markers)).toEqual([]);
      expect(stderr).toContain(`${join(project, 'bin', name)} is not run as ${name}`);
      expect(stderr).toContain('where an agent can write');
      expect(code).not.toBe(0);
    },
    TIMEOUT_MS,
  );

  test(
    'is refused where no sandbox was asked for, too',
    async () => {
      const { code, stderr } = await run(['exec', 'Hi.', '--script', hello], settings('bin'));
      expect(await readdir(markers)).toEqual([]);
      expect(stderr).toContain(`${join(project, 'bin/bwrap')} is not run as bwrap`);
      expect(code).toBe(125);
    },
    TIMEOUT_MS,
  );

  test(
    'is reported by doctor if it is one of the packages of the project',
    async () => {
      const { stdout } = await run(['doctor', '--json'], settings('node_modules/.bin'));
      expect(await readdir(markers)).toEqual([]);
      const { programs, sandboxes } = JSON.parse(stdout);
      const words = expect.stringContaining(join(project, 'node_modules'));
      expect(programs).toContainEqual(expect.objectContaining({ name: 'git', problem: words }));
      for (const kind of ['bubblewrap', 'container']) {
        const check = expect.objectContaining({ works: false, why: words });
        expect(sandboxes).toContainEqual(expect.objectContaining({ kind, check }));
      }
    },
    TIMEOUT_MS,
  );
});
