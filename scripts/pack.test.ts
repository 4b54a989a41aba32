import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { agentNames, agents } from '@dragoman/agents';
import {
  CONTAINERS_TIMEOUT_MS,
  INSTALL_TIMEOUT_MS,
  requireProgram,
  testAgent,
  testCacheDirectory,
  testContainers,
  waitUntil,
} from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const NODE_20 = [20, 19, 0];

/** One install, which all tests share: npm takes most of the time. */
let temporary: string;
let prefix: string;
let packages: string;
let environment: Record<string, string>;
beforeAll(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  await testAgent('codex');
  await run(process.execPath, [join(root, 'scripts', 'setup.mjs')]);
  temporary = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-packed-')));
  prefix = join(temporary, 'prefix');
  packages = join(prefix, 'lib', 'node_modules');
  for (const folder of ['home', 'workspace', 'prefix']) await mkdir(join(temporary, folder));
  environment = {
    PATH: process.env.PATH ?? '',
    HOME: join(temporary, 'home'),
    DRAGOMAN_STATE: join(temporary, 'state'),
    DRAGOMAN_CACHE: testCacheDirectory(),
  };
  const { stdout } = await run(process.execPath, [join(root, 'scripts', 'pack.mjs'), temporary]);
  // All that it needs is inside: no registry is asked.
  await run('npm', ['install', '--global', stdout.trim(), '--prefix', prefix, '--offline'], {
    env: { ...environment, npm_config_engine_strict: 'true' },
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => temporary && rm(temporary, { recursive: true, force: true }));

const dragoman = (...args: string[]) =>
  run(join(prefix, 'bin', 'dragoman'), args, {
    env: environment,
    cwd: join(temporary, 'workspace'),
  });

test('the installed command runs a turn of an agent', async () => {
  expect((await dragoman('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const script = join(temporary, 'hello.yaml');
  await writeFile(script, 'steps: [{ run: echo hi }, { say: Hello from afar. }]');
  const { stdout } = await dragoman('exec', 'Hi.', '--script', script);
  expect(stdout).toMatch(/\$ echo hi\n {4}hi\n\n {2}Hello from afar\./);
}, 60_000);

test('the installed command serves its page', async () => {
  const serving = spawn(
    join(prefix, 'bin', 'dragoman'),
    ['serve', '--port', '0', '--script', join(root, 'packages/gateway/examples/hello.yaml')],
    { env: environment, cwd: join(temporary, 'workspace') },
  );
  let said = '';
  serving.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  try {
    await waitUntil('it listens', async () => said.includes('curl'));
    const [, url] = /listens on (\S+)/.exec(said) ?? [];
    const types = await Promise.all(
      ['', 'view.js', 'view.css'].map(async (name) => {
        const { status, headers } = await fetch(`${url}/${name}`);
        return `${status} ${headers.get('content-type')?.split(';')[0]}`;
      }),
    );
    expect(types).toEqual(['200 text/html', '200 text/javascript', '200 text/css']);
  } finally {
    serving.kill('SIGTERM');
    await once(serving, 'close');
  }
}, 60_000);

test('it finds what an image of agents is built from', async () => {
  const none = { DRAGOMAN_PODMAN: '/none/podman', DRAGOMAN_DOCKER: '/none/docker' };
  const building = run(join(prefix, 'bin', 'dragoman'), ['agents', 'image', 'build'], {
    env: { ...environment, ...none },
  });
  await expect(building).rejects.toMatchObject({ stderr: expect.stringContaining('/none/podman') });
  const files = await readdir(join(packages, 'dragoman', 'containers', 'agents'));
  expect(files).toContain('Containerfile');
}, 60_000);

test(
  'it builds an image of agents, and runs a turn in it',
  async () => {
    const containers = await testContainers();
    // The build asks the registry, by the certificates that this machine trusts.
    const { NODE_EXTRA_CA_CERTS = '' } = process.env;
    const env = { ...environment, ...containers.environment, NODE_EXTRA_CA_CERTS };
    const command = (...args: string[]) =>
      run(join(prefix, 'bin', 'dragoman'), args, { env, cwd: join(temporary, 'workspace') });
    const others = agentNames.filter((name) => name !== 'codex');
    const built = await command(
      ...['agents', 'image', 'build', '--engine', 'podman', '--base-image', containers.image],
      ...['--no-tools', '--network', 'host', ...others.flatMap((name) => [`--${name}`, 'none'])],
    );
    const image = built.stdout.trim();
    expect(image).toBe(`dragoman-agents:codex-${agents.codex.version}`);
    const script = join(temporary, 'container.yaml');
    await writeFile(script, 'steps: [{ run: pwd }, { say: Hello from inside. }]');
    const inside = ['--sandbox', 'container', '--container-image', image];
    const { stdout } = await command('exec', 'Hi.', '--script', script, ...inside);
    expect(stdout).toMatch(/\$ pwd\n {4}\/workspace\n\n {2}Hello from inside\./);
  },
  INSTALL_TIMEOUT_MS + CONTAINERS_TIMEOUT_MS,
);

test('the installed library runs, and has types', async () => {
  const program = join(temporary, 'workspace', 'program.mts');
  await writeFile(
    program,
    `import { createSession, type AgentSession } from 'dragoman';
const session: AgentSession = createSession({ agent: 'codex', cwd: '.' });
// @ts-expect-error There is no such option.
createSession({ agent: 'codex', colour: 'red' });
console.log(typeof session.start);
`,
  );
  await run('ln', ['-s', packages, join(temporary, 'workspace', 'node_modules')]);
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
  const compiled = await run(tsc, [...options, ...types, program], {
    cwd: join(temporary, 'workspace'),
  });
  expect(compiled.stdout).toBe('');
  const code = "import('dragoman').then(({ createSession }) => console.log(typeof createSession))";
  const used = await run(process.execPath, ['-e', code], { cwd: join(temporary, 'workspace') });
  expect(used.stdout).toBe('function\n');
}, 60_000);

test('every package in it has a LICENSE, a README, and engines that Node 20 meets', async () => {
  const licence = await readFile(join(root, 'LICENSE'), 'utf8');
  const inside = join(packages, 'dragoman', 'node_modules');
  const own = (await readdir(join(inside, '@dragoman'))).map((name) => join('@dragoman', name));
  for (const folder of [join(packages, 'dragoman'), ...own.map((name) => join(inside, name))]) {
    expect(await readFile(join(folder, 'LICENSE'), 'utf8')).toBe(licence);
    expect((await readFile(join(folder, 'README.md'), 'utf8')).length).toBeGreaterThan(100);
  }
  // These are in the bundle of the command alone.
  const bundled = await readdir(join(inside, '@dragoman/cli/licences'), { recursive: true });
  expect(bundled).toEqual(expect.arrayContaining(['hono/LICENSE', 'highlight.js/LICENSE']));
  const manifests = (await readdir(inside, { recursive: true })).filter((path) =>
    /^(@[^/]+\/)?[^/]+\/package\.json$/.test(path),
  );
  const needs = await Promise.all(
    manifests.map(async (path) => {
      const { name, engines } = JSON.parse(await readFile(join(inside, path), 'utf8'));
      return [name, /^>= ?(\d+)/.exec(engines?.node ?? '>=0')?.[1]] as const;
    }),
  );
  expect(needs.map(([name]) => name)).toContain('zod');
  expect(needs.filter(([, major]) => Number(major) > (NODE_20[0] ?? 0))).toEqual([]);
});
