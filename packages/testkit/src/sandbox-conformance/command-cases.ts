import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../wait-until.js';
import type { ConformanceCase } from './sandbox-subject.js';
import { run, script, shell, toItsEnd, withSandbox } from './with-fixture.js';

const MEGABYTE = 1024 * 1024;

/** What a command is given, says and ends with. */
export const commandCases: readonly ConformanceCase[] = [
  {
    name: 'gives what a command prints while it runs, stdout and stderr apart',
    check: (subject) =>
      withSandbox(subject, async (sandbox) => {
        const waits = 'echo one; echo oops >&2; until test -e read; do sleep 0.05; done; echo two';
        const running = await sandbox.start(shell(sandbox, waits));
        const reader = running.stdout[Symbol.asyncIterator]();
        const first = await reader.next();
        assert.equal(text(first.value), 'one\n');
        await sandbox.writeFile(join(sandbox.inside.workspace, 'read'), '');
        const rest = await toItsEnd({
          ...running,
          stdout: { [Symbol.asyncIterator]: () => reader },
        });
        assert.deepEqual([rest.stdout, rest.stderr, rest.exitCode], ['two\n', 'oops\n', 0]);
      }),
  },
  {
    name: 'gives a command its stdin, a megabyte of any bytes too, and none where there is none',
    check: (subject) =>
      withSandbox(subject, async (sandbox) => {
        const stdin = randomBytes(MEGABYTE + 1);
        const [full, empty] = await Promise.all([
          sandbox
            .start({ ...shell(sandbox, 'cat'), stdin })
            .then((running) => digest(running.stdout)),
          run(sandbox, shell(sandbox, 'cat; echo end')),
        ]);
        assert.deepEqual(full, { bytes: stdin.length, hash: hashOf([stdin]) });
        assert.equal(empty.stdout, 'end\n');
      }),
  },
  {
    name: 'keeps stdin open where a command asks for it, or says that it does not',
    check: (subject) =>
      withSandbox(subject, async (sandbox, { provider }) => {
        const echo = 'while read -r line; do echo "got $line"; done; echo end';
        const command = { ...shell(sandbox, echo), stdin: 'one\n', keepsInput: true };
        const running = await sandbox.start(command);
        const { input } = running;
        assert.equal(input !== undefined, provider.abilities.keepsInput ?? false);
        const reader = running.stdout[Symbol.asyncIterator]();
        assert.equal(text((await reader.next()).value), 'got one\n');
        if (input === undefined) return;
        assert.equal(input.write('two\n'), true);
        assert.equal(text((await reader.next()).value), 'got two\n');
        input.write('three\n');
        input.end();
        // Late: nobody minds, but who writes it knows.
        assert.equal(input.write('four\n'), false);
        input.end();
        const rest = await toItsEnd({
          ...running,
          stdout: { [Symbol.asyncIterator]: () => reader },
        });
        assert.deepEqual([rest.stdout, rest.exitCode], ['got three\nend\n', 0]);
      }),
  },
  {
    name: 'says exactly how a command ended',
    check: (subject) =>
      withSandbox(subject, async (sandbox) => {
        const ends = [
          ['exit 0', 0, null],
          ['exit 3', 3, null],
          ['exit 137', 137, null],
          ['kill -KILL $$', null, 'SIGKILL'],
          ['kill -TERM $$; sleep 60', null, 'SIGTERM'],
          ['trap "exit 7" TERM; kill -TERM $$; sleep 60', 7, null],
        ] as const;
        const seen = await Promise.all(ends.map(([how]) => run(sandbox, shell(sandbox, how))));
        for (const [at, [how, exitCode, signal]] of ends.entries()) {
          const { exitCode: code, signal: name, reason } = seen[at] ?? {};
          assert.deepEqual([how, code, name, reason], [how, exitCode, signal, 'exited']);
        }
      }),
  },
  {
    name: 'builds the environment from nothing, with HOME at the path that is asked for',
    check: (subject) =>
      withSandbox(subject, async (sandbox) => {
        const command = shell(sandbox, 'env; cd; pwd');
        const odd = 'two\nlines = "here"';
        const env = { ...command.env, ODD: odd };
        process.env.DRAGOMAN_CONFORMANCE_HOST = 'seen';
        const { stdout } = await run(sandbox, { ...command, env }).finally(() => {
          delete process.env.DRAGOMAN_CONFORMANCE_HOST;
        });
        assert.ok(stdout.includes(`ODD=${odd}\n`), stdout);
        assert.ok(stdout.endsWith(`\n${sandbox.inside.home}\n`), stdout);
        const names = stdout.split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
        const own = ['PWD', 'OLDPWD', 'SHLVL', '_', 'DRAGOMAN_PROCESS_TREE', 'DRAGOMAN_SANDBOX'];
        const given = new Set([...Object.keys(env), ...own]);
        assert.deepEqual(
          names.filter((name) => !given.has(name)),
          [],
        );
      }),
  },
  {
    name: 'starts a command in the workspace, or in the folder that is asked for',
    check: (subject) =>
      withSandbox(subject, async (sandbox) => {
        const { workspace, home } = sandbox.inside;
        const command = shell(sandbox, 'pwd');
        const [there, elsewhere] = await Promise.all([
          run(sandbox, command),
          run(sandbox, { ...command, cwd: home }),
        ]);
        assert.deepEqual([there.stdout, elsewhere.stdout], [`${workspace}\n`, `${home}\n`]);
      }),
  },
  {
    name: 'delivers 64 MB of output whole',
    check: (subject) =>
      withSandbox(subject, async (sandbox) => {
        const line = '0123456789abcde';
        const running = await sandbox.start(
          shell(sandbox, `yes ${line} | head -c ${64 * MEGABYTE}`),
        );
        const block = Buffer.from(`${line}\n`.repeat(MEGABYTE / 16));
        assert.deepEqual(await digest(running.stdout), {
          bytes: 64 * MEGABYTE,
          hash: hashOf(Array.from({ length: 64 }, () => block)),
        });
      }),
  },
  {
    name: 'makes a command wait for a slow reader instead of filling memory',
    check: (subject) =>
      withSandbox(subject, async (sandbox, fixture) => {
        const total = 96;
        const running = await sandbox.start(
          script(
            fixture,
            sandbox,
            `import { writeSync, writeFileSync } from 'node:fs';
             const block = Buffer.alloc(${MEGABYTE});
             for (let count = 1; count <= ${total}; count += 1) {
               for (let at = 0; at < block.length; ) at += writeSync(1, block, at);
               writeFileSync('progress', String(count));
             }`,
          ),
        );
        const progress = () =>
          readFile(join(fixture.workspace, 'progress'), 'utf8').catch(() => '0');
        const looks: string[] = [];
        await waitUntil('the command stands still', async () => {
          looks.push(await progress());
          return looks.length > 40 && looks.slice(-20).every((look) => look === looks.at(-1));
        });
        const stoodAt = Number(looks.at(-1));
        assert.ok(stoodAt < total / 2, `it went on to ${stoodAt} of ${total} MB`);
        assert.equal((await digest(running.stdout)).bytes, total * MEGABYTE);
      }),
  },
  {
    name: 'says that there is no such program, and goes on',
    check: (subject) =>
      withSandbox(subject, async (sandbox) => {
        const missing = { ...shell(sandbox, ''), executable: '/no/such/program' };
        await assert.rejects(sandbox.start(missing), {
          code: 'process_not_found',
          message: /\/no\/such\/program/,
        });
        assert.equal((await run(sandbox, shell(sandbox, 'exit 0'))).exitCode, 0);
      }),
  },
];

function text(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString();
}

function hashOf(chunks: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

async function digest(output: AsyncIterable<Uint8Array>): Promise<{ bytes: number; hash: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of output) {
    bytes += chunk.byteLength;
    hash.update(chunk);
  }
  return { bytes, hash: hash.digest('hex') };
}
