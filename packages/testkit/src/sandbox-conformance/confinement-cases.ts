import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { NetworkMode, SandboxAbilities, SandboxOptions } from '@dragoman/sandbox';
import type { ConformanceCase } from './sandbox-subject.js';
import { run, script, shell, withFixture, withSandbox } from './with-fixture.js';

const NETWORKS: readonly NetworkMode[] = ['none', 'bridge', 'host'];
const LIMITS = ['memoryBytes', 'cpus', 'processes', 'temporaryBytes'] as const;

/** Everything that could be asked for and that a kind says it can't do. */
function beyond(abilities: SandboxAbilities): readonly Partial<SandboxOptions>[] {
  const networks = NETWORKS.filter((network) => !abilities.networks.includes(network));
  const limits = LIMITS.filter((limit) => !abilities.limits.includes(limit));
  return [
    ...networks.map((network) => ({ network })),
    ...limits.map((limit) => ({ limits: { [limit]: 1 } })),
    ...(abilities.readOnlyWorkspace ? [] : [{ workspaceAccess: 'read' as const }]),
    ...(abilities.images ? [] : [{ image: 'any' }]),
  ];
}

/** What a kind says it keeps commands from, and that it says so. */
export const confinementCases: readonly ConformanceCase[] = [
  {
    name: 'works here, or says why not and what to do',
    check: (subject) =>
      withFixture(subject, async ({ provider }) => {
        const check = await provider.check();
        assert.ok(check.works, JSON.stringify(check));
        if (!provider.abilities.confinesFiles) assert.match(check.notes.join(), /no isolation/);
      }),
  },
  {
    name: 'refuses what it says it cannot do',
    check: (subject) =>
      withFixture(subject, async ({ create, provider }) => {
        for (const options of beyond(provider.abilities)) {
          const asked = JSON.stringify(options);
          await assert.rejects(create(options), { code: 'sandbox_unsupported' }, asked);
        }
        assert.deepEqual(await provider.list(), []);
      }),
  },
  {
    name: 'lets commands read what they are given, under the same path',
    check: (subject) =>
      withFixture(subject, async ({ create, provider, root }) => {
        const given = join(root, 'given folder');
        await mkdir(given);
        await writeFile(join(given, 'file'), 'given');
        const sandbox = await create({ readable: [given] });
        const { stdout } = await run(
          sandbox,
          shell(sandbox, `cat '${given}/file'; echo changed 2>/dev/null >'${given}/file'`),
        );
        assert.equal(stdout, 'given');
        if (!provider.abilities.confinesFiles) return;
        assert.equal(await readFile(join(given, 'file'), 'utf8'), 'given');
      }),
  },
  {
    name: 'lets commands write what is mounted for that, and only read what is mounted otherwise',
    check: (subject) =>
      withFixture(subject, async ({ create, provider, root }) => {
        const [own, other] = [join(root, 'to write'), join(root, 'to read')];
        for (const folder of [own, other]) await mkdir(folder);
        await writeFile(join(other, 'file'), 'given');
        const mounts = [{ path: own, access: 'write' as const }, { path: join(other, 'file') }];
        const sandbox = await create({ mounts });
        const attempt = `cp '${other}/file' '${own}/copy'; echo changed >'${other}/file'`;
        const plant = `mkdir '${own}/.git' '${own}/.vscode'; echo evil >'${own}/.vscode/tasks.json'`;
        await run(sandbox, shell(sandbox, `exec 2>/dev/null; ${attempt}; ${plant}`));
        assert.equal(await readFile(join(own, 'copy'), 'utf8'), 'given');
        if (!provider.abilities.confinesFiles) return;
        assert.equal(await readFile(join(other, 'file'), 'utf8'), 'given');
        await assert.rejects(readFile(join(own, '.vscode/tasks.json')), { code: 'ENOENT' });
      }),
  },
  {
    name: 'refuses mounts of what would give commands more than it says, where it confines files',
    check: (subject) =>
      withFixture(subject, async ({ create, provider, root, stateDirectory }) => {
        await mkdir(stateDirectory, { recursive: true });
        await assert.rejects(create({ mounts: [{ path: join(root, 'none') }] }), {
          code: 'mount_missing',
        });
        if (!provider.abilities.confinesFiles) return;
        const server = createServer();
        const socket = join(root, 'socket');
        await once(server.listen(socket), 'listening');
        const paths = ['/', '/proc', '/dev/null', homedir(), stateDirectory, root, socket];
        try {
          for (const path of paths) {
            const asked = create({ mounts: [{ path }] });
            await assert.rejects(asked, { code: 'mount_unsuitable' }, path);
          }
        } finally {
          server.close();
        }
        for (const path of ['/etc/ssl', '/usr/local']) {
          const asked = create({ mounts: [{ path, access: 'write' }] });
          await assert.rejects(asked, { code: 'mount_unsuitable' }, path);
        }
        assert.deepEqual(await provider.list(), []);
      }),
  },
  {
    name: 'keeps commands from all other files, where it says so',
    check: (subject) =>
      withSandbox(subject, async (sandbox, { provider, root, stateDirectory }) => {
        if (!provider.abilities.confinesFiles) return;
        const secret = join(root, 'secret');
        await writeFile(secret, 'secret');
        const hidden = [secret, stateDirectory, '/var/run/docker.sock', '/run/podman'];
        // An image has a home for root and passwords, too, but its own.
        if (!provider.abilities.images) hidden.push(homedir());
        const looks = hidden.map((path) => `test -e '${path}' && echo 'sees ${path}'`);
        const writes = ['/', '/usr', '/etc', '/bin'].map(
          (path) => `test -w ${path} && echo 'could write to ${path}'`,
        );
        const passwords = provider.abilities.images ? '' : 'cat /etc/shadow 2>/dev/null';
        const lines = [...looks, ...writes, passwords, 'exit 0'];
        const { stdout } = await run(sandbox, shell(sandbox, lines.join('\n')));
        assert.equal(stdout, '');
      }),
  },
  {
    name: 'hides the state folder in a workspace that holds it, where it confines files',
    check: (subject) =>
      withFixture(subject, async ({ root, home }) => {
        const stateDirectory = join(root, 'below', 'state');
        const provider = subject.provider(stateDirectory);
        if (!provider.abilities.confinesFiles) return;
        await mkdir(join(stateDirectory, 'sessions'), { recursive: true });
        const session = join(stateDirectory, 'sessions', 'session.json');
        await writeFile(session, 'as it was');
        const hidden = [join(root, 'cache')];
        const folders = { workspace: root, home, hidden };
        const sandbox = await provider.create({ ...folders, ...subject.options });
        const attempts = [
          'ls -A below/state | grep -v homes; ls -A cache',
          'mkdir -p below/state/sessions; echo changed >below/state/sessions/session.json',
          'mv below elsewhere; mv below/state elsewhere; mv cache elsewhere; rm -rf below cache',
          'exec 2>&1; touch below/beside ~/own && echo wrote',
        ];
        const looks = shell(sandbox, `exec 2>/dev/null; ${attempts.join('\n')}`);
        const { stdout } = await run(sandbox, looks).finally(() => sandbox.remove());
        assert.equal(stdout, 'wrote\n');
        assert.equal(await readFile(session, 'utf8'), 'as it was');
        const inState = { ...folders, workspace: join(stateDirectory, 'sessions') };
        await assert.rejects(provider.create({ ...inState, ...subject.options }), {
          code: 'workspace_unsuitable',
        });
      }),
  },
  {
    name: 'keeps commands from changing a workspace that they may only read',
    check: (subject) =>
      withFixture(subject, async ({ create, provider, workspace }) => {
        if (!provider.abilities.readOnlyWorkspace) return;
        await writeFile(join(workspace, 'file'), 'as it was');
        const sandbox = await create({ workspaceAccess: 'read' });
        const changes =
          'cat file; echo changed 2>/dev/null >file; rm -f file 2>/dev/null; echo >~/own';
        const { stdout, exitCode } = await run(sandbox, shell(sandbox, changes));
        assert.deepEqual([stdout, exitCode], ['as it was', 0]);
        assert.equal(await readFile(join(workspace, 'file'), 'utf8'), 'as it was');
      }),
  },
  {
    name: 'has no network but its doors, where it says so',
    check: (subject) =>
      withSandbox(subject, async (sandbox, fixture) => {
        if (!fixture.provider.abilities.networks.includes('none')) return;
        const server = createServer((socket) => socket.end());
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        const address = server.address();
        const port = address !== null && typeof address === 'object' ? address.port : 0;
        const { stdout } = await run(
          sandbox,
          script(
            fixture,
            sandbox,
            `import { connect } from 'node:net';
             for (const host of ['127.0.0.1', '192.0.2.1']) {
               const socket = connect({ host, port: ${port}, timeout: 5000 });
               const how = await new Promise((resolve) => {
                 for (const event of ['connect', 'error', 'timeout']) socket.once(event, () => resolve(event));
               });
               console.log(how);
               socket.destroy();
             }`,
          ),
        ).finally(() => server.close());
        assert.equal(stdout, 'error\nerror\n');
      }),
  },
];
