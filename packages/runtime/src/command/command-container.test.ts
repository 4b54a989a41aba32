import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { JournaledEvent } from '@dragoman/protocol';
import { createContainerSandboxes, makeWorkspacesDirectory } from '@dragoman/sandbox';
import { CONTAINERS_TIMEOUT_MS, testContainers } from '@dragoman/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';
import { startChatTurn } from '../turn/start-chat-turn.js';
import { createCommandAgent } from './create-command-agent.js';

const fixture = fixtureOfFile();

/** A client of a proxy in a few lines, for an image without any. */
const CLIENT = `
  const { request } = require('node:http');
  const { hostname, port } = new URL(process.env.HTTPS_PROXY);
  for (const path of process.argv.slice(1)) {
    const asked = request({ hostname, port, method: 'CONNECT', path });
    asked.on('connect', (answer, socket) => {
      console.log(path, answer.statusCode);
      if (answer.statusCode !== 200) return socket.destroy();
      socket.write('GET / HTTP/1.0\\r\\n\\r\\n');
      socket.on('data', (data) => console.log(String(data).split('\\r\\n\\r\\n')[1]));
    });
    asked.end();
  }
  require('node:fs').writeFileSync('made', 'by a command');
`;

test(
  'a command in a container has its labels, its workspace and the hosts that are allowed',
  async () => {
    const { environment, image } = await testContainers();
    const server = createServer((_asked, response) => void response.end('reached'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { stateDirectory } = fixture;
    const cwd = join(makeWorkspacesDirectory(stateDirectory), 'run', 'one');
    await mkdir(cwd, { recursive: true });
    const sandbox = createContainerSandboxes({
      ...{ engine: 'podman', stateDirectory, defaultImage: image },
      environment: { ...process.env, ...environment },
    });
    const agent = createCommandAgent(['node', '-e', CLIENT, host, 'example.com:443']);
    const labels = { run: 'run_1', key: 'candidate/1' };
    const allowHosts = [host];
    const turn = await startChatTurn({ agent, cwd, sandbox, stateDirectory, labels, allowHosts });
    const events: JournaledEvent[] = [];
    for await (const event of turn.events()) {
      events.push(event);
      if (event.type !== 'sandbox') continue;
      const listed = (await sandbox.list()).map((found) => found.labels);
      expect(listed).toEqual([{ ...labels, turn: turn.id }]);
    }
    const output = events.map((event) => (event.type === 'tool_output' ? event.content : ''));
    expect(output.join('').trim().split('\n').sort()).toEqual([
      ...[`${host} 200`, 'example.com:443 403', 'reached'].sort(),
    ]);
    expect(events).toContainEqual(expect.objectContaining({ code: 'host_refused' }));
    expect(events.at(-1)).toMatchObject({ type: 'end', status: 'success' });
    expect(await readFile(join(cwd, 'made'), 'utf8')).toBe('by a command');
  },
  CONTAINERS_TIMEOUT_MS,
);
