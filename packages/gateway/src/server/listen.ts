import { chmod, lstat, unlink } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { isMainThread } from 'node:worker_threads';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, reasonOf } from '@dragoman/protocol/internal';
import type { ListenOptions } from '../contract.js';

/** The longest path that fits a unix socket address on every platform. */
const MAX_SOCKET_PATH_BYTES = 103;

/** Starts to listen on loopback or on a unix socket that only this user can open. */
export async function listen(server: Server, options: ListenOptions): Promise<void> {
  if ('socketPath' in options) {
    await listenOnSocket(server, options.socketPath);
    return;
  }
  const port = options.port ?? 0;
  try {
    await bind(server, () => server.listen({ host: '127.0.0.1', port, exclusive: true }));
  } catch (error) {
    throw cannotListen(`127.0.0.1:${port}`, error);
  }
}

async function listenOnSocket(server: Server, socketPath: string): Promise<void> {
  if (Buffer.byteLength(socketPath) > MAX_SOCKET_PATH_BYTES) {
    throw new DragomanError(
      'gateway_cannot_listen',
      `The socket path ${socketPath} is longer than ${MAX_SOCKET_PATH_BYTES} bytes; choose a shorter one.`,
    );
  }
  const bindSocket = () => bind(server, () => withPrivateUmask(() => server.listen(socketPath)));
  try {
    await bindSocket().catch(async (error: unknown) => {
      if (!hasCode(error, 'EADDRINUSE') || !(await isStaleSocket(socketPath))) throw error;
      await unlink(socketPath);
      await bindSocket();
    });
    await chmod(socketPath, 0o600);
  } catch (error) {
    throw cannotListen(socketPath, error);
  }
}

/** A socket file of a killed process: it exists, but nothing answers. */
async function isStaleSocket(socketPath: string): Promise<boolean> {
  if (!(await lstat(socketPath)).isSocket()) return false;
  return new Promise((resolve) => {
    const probe = connect(socketPath);
    probe.once('connect', () => {
      probe.destroy();
      resolve(false);
    });
    probe.once('error', (error) => resolve(hasCode(error, 'ECONNREFUSED')));
  });
}

function bind(server: Server, start: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      // Without free descriptors no connection can be accepted, which is no reason to end this process.
      server.on('error', () => {});
      server.off('error', reject);
      resolve();
    });
    start();
  });
}

/** The socket file is made within the call, so no other code runs under this umask. */
function withPrivateUmask(makeFile: () => void): void {
  if (!isMainThread) {
    makeFile();
    return;
  }
  const before = process.umask(0o177);
  try {
    makeFile();
  } finally {
    process.umask(before);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return errorCode(error) === code;
}

function cannotListen(address: string, cause: unknown): DragomanError {
  const reason = reasonOf(cause);
  return new DragomanError('gateway_cannot_listen', `Cannot listen on ${address}: ${reason}.`, {
    cause,
  });
}
