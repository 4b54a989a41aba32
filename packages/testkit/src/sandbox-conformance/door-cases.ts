import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createEcho } from 'node:net';
import { join } from 'node:path';
import type { ConformanceCase } from './sandbox-subject.js';
import { run, script, type TestFixture, withFixture } from './with-fixture.js';

/** Answers on a unix socket with its name and what it was sent. */
async function withServers<Result>(
  { root }: TestFixture,
  names: readonly string[],
  work: (sockets: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const servers: Server[] = [];
  const sockets: Record<string, string> = {};
  try {
    for (const name of names) {
      const server = createServer((request, response) => {
        response.write(`${name}:`);
        request.pipe(response);
      });
      servers.push(server);
      sockets[name] = join(root, `${name}.sock`);
      server.listen(sockets[name]);
      await once(server, 'listening');
    }
    return await work(sockets);
  } finally {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}

/** Says on a unix socket whatever it hears. */
async function withEcho<Result>(
  { root }: TestFixture,
  work: (socket: string) => Promise<Result>,
): Promise<Result> {
  const socket = join(root, 'echo.sock');
  const server = createEcho({ allowHalfOpen: true }, (client) => client.pipe(client));
  server.listen(socket);
  await once(server, 'listening');
  try {
    return await work(socket);
  } finally {
    server.close();
  }
}

/** Sockets of this machine that commands reach on their loopback. */
export const doorCases: readonly ConformanceCase[] = [
  {
    name: 'opens doors: several, each used by many at once, in both directions',
    check: (subject) =>
      withFixture(subject, (fixture) =>
        withServers(fixture, ['control', 'second'], async (doors) => {
          const sandbox = await fixture.create({ doors });
          const { stdout, stderr } = await run(
            sandbox,
            script(
              fixture,
              sandbox,
              `const doors = ${JSON.stringify(sandbox.inside.doors)};
               const large = 'x'.repeat(2_000_000);
               const ask = async (name, body) => {
                 const answer = await fetch(doors[name], { method: 'POST', body });
                 return (await answer.text()) === name + ':' + body;
               };
               const asked = Array.from({ length: 20 }, (_, at) => ask(at % 2 ? 'control' : 'second', 'n' + at));
               const right = await Promise.all([...asked, ask('control', large), ask('second', large)]);
               console.log(right.filter(Boolean).length);`,
            ),
          );
          assert.deepEqual([stdout, stderr], ['22\n', '']);
        }),
      ),
  },
  {
    name: 'leaves the output of a command as programs expect it, whoever uses a door',
    check: (subject) =>
      withFixture(subject, (fixture) =>
        withServers(fixture, ['gateway'], async (doors) => {
          const sandbox = await fixture.create({ doors });
          const { stdout } = await run(
            sandbox,
            script(
              fixture,
              sandbox,
              // With the flag O_NONBLOCK (0o4000) a large text is cut off where nobody reads fast enough.
              `const { readFileSync, writeSync } = await import('node:fs');
               await (await fetch(${JSON.stringify(sandbox.inside.doors.gateway)})).text();
               const [, flags] = /flags:\\s+(\\d+)/.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'));
               writeSync(1, (Number.parseInt(flags, 8) & 0o4000) === 0 ? 'blocking' : 'non-blocking');`,
            ),
          );
          assert.equal(stdout, 'blocking');
        }),
      ),
  },
  {
    name: 'has a program whose stdin and stdout are a connection to a door',
    check: (subject) =>
      withFixture(subject, (fixture) =>
        withEcho(fixture, async (gateway) => {
          const nobody = join(fixture.root, 'nobody.sock');
          const sandbox = await fixture.create({ doors: { gateway, nobody } });
          const { home, doors, doorProgram } = sandbox.inside;
          const writePass = (door: string | undefined) => {
            const port = Number(new URL(door ?? '').port);
            return sandbox.writeFile(`${home}/pass`, JSON.stringify({ port, token: 'the token' }));
          };
          await writePass(doors.gateway);
          const command = {
            executable: doorProgram.executable,
            args: [...doorProgram.args, `${home}/pass`],
            env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
          };
          const large = 'x'.repeat(2_000_000);
          const said = await run(sandbox, { ...command, stdin: `one\n${large}\n` });
          assert.deepEqual(
            [said.stdout === `the token\none\n${large}\n`, said.stderr, said.exitCode],
            [true, '', 0],
          );
          await sandbox.writeFile(`${home}/pass`, 'no pass');
          const refused = await run(sandbox, { ...command, stdin: 'one\n' });
          assert.deepEqual([refused.stdout, refused.exitCode], ['', 1]);
          assert.match(refused.stderr, /^The door can't be used: /);
          await writePass(doors.nobody);
          const lost = await run(sandbox, { ...command, stdin: 'one\n' });
          assert.deepEqual([lost.stdout, lost.exitCode], ['', 1]);
          assert.match(lost.stderr, /leads nowhere/);
        }),
      ),
  },
  {
    name: 'says inside that a door leads nowhere',
    check: (subject) =>
      withFixture(subject, async (fixture) => {
        const doors = { gateway: join(fixture.root, 'nobody.sock') };
        const sandbox = await fixture.create({ doors });
        const { stdout } = await run(
          sandbox,
          script(
            fixture,
            sandbox,
            `const answer = await fetch(${JSON.stringify(sandbox.inside.doors.gateway)});
             console.log(answer.status, await answer.text());`,
          ),
        );
        assert.match(stdout, /^502 The door "gateway" leads nowhere/);
      }),
  },
];
