import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireProgram } from './system-package.js';
import { waitUntil } from './wait-until.js';

/** A real Redis on loopback, on a port and in a folder that no other has. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Where its certificates and its data may be. */
  readonly folder: string;
  /** It stands still, as a machine that is overloaded; `resume` lets it go on. */
  pause(): void;
  resume(): void;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same port: with what it wrote (`appendOnly`), or empty. */
  restart(): Promise<void>;
  /** Ends it, and removes its folder. */
  remove(): Promise<void>;
}

export interface RedisServerOptions {
  /** Whether it keeps what it gets over a restart. Default: false. */
  readonly appendOnly?: boolean;
  /** Whether it takes connections of TLS only. Its certificate is one of the settings. */
  readonly isTls?: boolean;
  /** Further settings, as in its file: `['--maxmemory', '10mb']`. */
  readonly settings?: readonly string[];
}

/**
 * Debian's `redis-server`, which is installed where that is possible; elsewhere the test fails. With
 * `DRAGOMAN_TEST_REDIS` another program that is used the same way, such as `valkey-server`.
 */
export async function startRedisServer({
  appendOnly = false,
  isTls = false,
  settings = [],
}: RedisServerOptions = {}): Promise<RedisServer> {
  const program =
    process.env.DRAGOMAN_TEST_REDIS ?? (await requireProgram('redis-server', 'redis-server'));
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-redis-'));
  const port = await freePort();
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const kept = ['--appendonly', appendOnly ? 'yes' : 'no', '--appendfsync', 'always'];
    const ports = isTls ? ['--port', '0', '--tls-port'] : ['--port'];
    const args = [...ports, `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
    child = spawn(program, [...args, ...kept, ...settings], { stdio: 'ignore' });
    await waitUntil('Redis listens', () => listens(port));
  };
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };

  await start();
  return {
    url: `${isTls ? 'rediss' : 'redis'}://127.0.0.1:${port}`,
    port,
    folder,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    kill,
    restart: start,
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    return await new Promise((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
  } finally {
    socket.destroy();
  }
}
