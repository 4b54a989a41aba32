import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerPolicy } from '@dragoman/server';
import type { RedisTurnStoreOptions } from '@dragoman/server/redis';
import { testCacheDirectory } from '@dragoman/testkit';

export interface ServerRequest {
  readonly stateDirectory: string;
  readonly policy: ServerPolicy;
  /** The Redis that it shares with others. */
  readonly redis?: Omit<RedisTurnStoreOptions, 'stateDirectory' | 'onFailure'>;
}

export interface ServerUsage {
  /** Processor time since it began. */
  readonly cpuMs: number;
  readonly rss: number;
  /** What its heap and its buffers hold, after a collection. */
  readonly held: number;
}

/** A server in a separate process. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  usage(): Promise<ServerUsage>;
  /** Ends it with SIGKILL, and resolves when it is gone. */
  kill(): Promise<void>;
  /** Ends it with SIGTERM, as an operator does. */
  close(): Promise<void>;
}

export const usageQuestion = 'usage';

export async function startServer(
  request: ServerRequest,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  // What is built, also for a test that runs from source.
  const program = fileURLToPath(new URL('../../dist/server/server-program.js', import.meta.url));
  const { PATH = '', HOME = '' } = process.env;
  const child = fork(program, [JSON.stringify(request)], {
    execArgv: ['--expose-gc'],
    env: { PATH, HOME, DRAGOMAN_CACHE: testCacheDirectory(), ...environment },
  });
  const gone = once(child, 'exit');
  const lost = gone.then(([code, signal]) => {
    throw new Error(`The server ended (${signal ?? code}).`);
  });
  lost.catch(() => {});
  /** The next that it says. It says nothing unasked. */
  const reply = async <Message>(): Promise<Message> => {
    const [message] = await Promise.race([once(child, 'message'), lost]);
    return message;
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await gone;
  };
  const { url } = await reply<{ readonly url: string }>();
  return {
    url,
    pid: child.pid ?? -1,
    usage() {
      child.send(usageQuestion);
      return reply<ServerUsage>();
    },
    kill: () => end('SIGKILL'),
    close: () => end('SIGTERM'),
  };
}
