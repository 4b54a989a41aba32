import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { processesWith } from '../machine-processes.js';
import { waitUntil } from '../wait-until.js';
import type { OwnerOrder } from './own-sandbox.js';
import type { ConformanceCase } from './sandbox-subject.js';
import { shell, type TestFixture, withFixture } from './with-fixture.js';

/** A program is run from its build only. */
const OWN_SANDBOX = new URL('../../dist/sandbox-conformance/own-sandbox.js', import.meta.url).href;

/** Where `--eval` looks for packages. */
const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Another process that made a sandbox and runs something in it that gets away. */
async function startOwner({ subject, stateDirectory, workspace, home, token }: TestFixture) {
  const { module, function: name, options = {}, env = {} } = subject.elsewhere;
  const order: OwnerOrder = {
    options: { workspace, home, labels: { for: 'conformance' }, ...subject.options },
    script: `(setsid sleep ${token} &); sleep ${token}`,
  };
  const code = `
    import { ${name} } from ${JSON.stringify(module)};
    import { ownSandbox } from ${JSON.stringify(OWN_SANDBOX)};
    const provider = ${name}(${JSON.stringify({ ...options, stateDirectory })});
    await ownSandbox(provider, ${JSON.stringify(order)});`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: HERE,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const [id] = await Promise.race([once(child.stdout, 'data'), gone]);
  return { child, gone, id: String(id).trim() };
}

/** Whose a sandbox is, and what becomes of it when its owner dies. */
export const ownershipCases: readonly ConformanceCase[] = [
  {
    name: 'is found after its owner was killed, and removed with all that is left of it',
    check: (subject) =>
      withFixture(subject, async (fixture) => {
        const { provider, token } = fixture;
        const { child, gone, id } = await startOwner(fixture);
        try {
          const [owned] = await provider.list();
          assert.deepEqual([owned?.id, owned?.owned, owned?.kind], [id, true, provider.kind]);
          await assert.rejects(async () => owned?.remove(), { code: 'sandbox_owned' });
          await waitUntil('it runs', async () => (await processesWith(token)).length >= 2);
        } finally {
          child.kill('SIGKILL');
          await gone;
        }
        const [left] = await provider.list();
        assert.deepEqual([left?.id, left?.owned, left?.labels.for], [id, false, 'conformance']);
        await Promise.all([left?.remove(), left?.remove()]);
        await left?.remove();
        assert.deepEqual(await processesWith(token), []);
        assert.deepEqual(await provider.list(), []);
        for (const remain of left?.remains ?? []) {
          if (remain.startsWith('/')) await assert.rejects(access(remain), remain);
        }
      }),
  },
  {
    name: 'is listed with what there is of it, while it is used',
    check: (subject) =>
      withFixture(subject, async (fixture) => {
        const sandbox = await fixture.create({ labels: { turn: 't1' } });
        await sandbox.start(shell(sandbox, `sleep ${fixture.token}`));
        const [found] = await subject.provider(fixture.stateDirectory).list();
        assert.deepEqual([found?.id, found?.owned, found?.labels.turn], [sandbox.id, true, 't1']);
        assert.ok((found?.remains.length ?? 0) > 1, found?.remains.join('\n'));
        await assert.rejects(async () => found?.remove(), { code: 'sandbox_owned' });
      }),
  },
];
