import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '@dragoman/protocol/internal';
import { RESP_TYPES, type RedisClientOptions } from '@redis/client';
import { type ChannelListener, createChannelListeners } from './channel-listeners.js';
import { REDIS_DEFAULTS, type RedisConnectionOptions } from './contract.js';
import { keepConnection } from './kept-connection.js';
import { unavailable } from './unavailable.js';

/**
 * What a process has of Redis: one connection for commands, and one on which it learns of news. Whatever
 * can't be sent or answered is rejected with `store_unavailable`; whether it was done nobody knows then.
 */
export interface RedisLink {
  readonly isUp: boolean;
  command(args: readonly RedisArgument[]): Promise<unknown>;
  /** The same, with texts in the reply as bytes. */
  commandForBytes(args: readonly RedisArgument[]): Promise<unknown>;
  script(
    script: RedisScript,
    keys: readonly string[],
    args: readonly RedisArgument[],
  ): Promise<unknown>;
  /**
   * Calls a listener with each message of a channel, and without one whenever some may have been missed.
   * Resolves when it is listened to, or where there is no connection: then it will be. The result ends it.
   */
  subscribe(channel: string, listener: ChannelListener): Promise<() => void>;
  /** Calls a listener whenever the connection for commands is there again. */
  onUp(listener: () => void): () => void;
  /** Makes the connection for news anew: it is there, but nothing comes. */
  renewNews(): void;
  /** Resolves when there is a connection, or after a while; at once when the signal aborts. */
  whenUp(signal: AbortSignal): Promise<void>;
  close(): void;
}

export type RedisArgument = string | Buffer;

export interface RedisScript {
  readonly text: string;
  readonly sha: string;
}

export function defineScript(text: string): RedisScript {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

const BYTES = { [RESP_TYPES.BLOB_STRING]: Buffer } as const;
const LONGEST_WAIT_MS = 1000;

export function openRedisLink(options: RedisConnectionOptions): RedisLink {
  const { commandMs = REDIS_DEFAULTS.commandMs } = options;
  const settings = settingsOf(options);
  const upListeners = new Set<() => void>();
  let failure: unknown;
  /** The first attempt to connect has come to something. What is sent before waits for it. */
  let tried = (): void => {};
  const first = new Promise<void>((resolve) => {
    tried = resolve;
  });

  const onDown = (error: unknown): void => {
    failure = error;
    tried();
  };
  const commands = keepConnection({
    settings,
    connectMs: commandMs,
    onUp() {
      tried();
      for (const listener of [...upListeners]) listener();
    },
    onDown,
  });
  const listeners = createChannelListeners(() => news.client);
  const news = keepConnection({
    settings,
    connectMs: commandMs,
    onUp: () => void listeners.listenAgain().catch((error: Error) => news.giveUp(error)),
    onDown,
  });

  const send = async (
    args: readonly RedisArgument[],
    typeMapping?: typeof BYTES,
  ): Promise<unknown> => {
    if (commands.client === undefined) await first;
    const { client } = commands;
    if (client === undefined) throw unavailable(failure);
    let timer: NodeJS.Timeout | undefined;
    let isAnswered = false;
    const silence = new Promise<never>((_resolve, reject) => {
      const giveUp = (): void => {
        if (isAnswered) return;
        const error = new Error(`Redis did not answer ${args[0]} within ${commandMs} ms`);
        reject(error);
        if (commands.client === client) commands.giveUp(error);
      };
      // Where this process was busy for so long the answer is there, and has not been read.
      timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), commandMs);
    });
    try {
      const reply = client.sendCommand<unknown>(args, typeMapping && { typeMapping });
      return await Promise.race([reply, silence]);
    } catch (error) {
      if (isMissingScript(error)) throw error;
      throw unavailable(error);
    } finally {
      isAnswered = true;
      clearTimeout(timer);
    }
  };

  return {
    get isUp() {
      return commands.client !== undefined;
    },
    command: (args) => send(args),
    commandForBytes: (args) => send(args, BYTES),
    async script({ text, sha }, keys, args) {
      const rest = [String(keys.length), ...keys, ...args];
      try {
        return await send(['EVALSHA', sha, ...rest]);
      } catch (error) {
        if (!isMissingScript(error)) throw error;
        return send(['EVAL', text, ...rest]);
      }
    },
    subscribe: listeners.add,
    onUp(listener) {
      upListeners.add(listener);
      return () => {
        upListeners.delete(listener);
      };
    },
    renewNews: () => news.giveUp(new Error('nothing comes on the connection for news')),
    async whenUp(signal) {
      if (commands.client !== undefined || signal.aborted) return;
      const stop = new AbortController();
      const wake = () => stop.abort();
      upListeners.add(wake);
      signal.addEventListener('abort', wake);
      await delay(LONGEST_WAIT_MS, undefined, { signal: stop.signal }).catch(() => {});
      upListeners.delete(wake);
      signal.removeEventListener('abort', wake);
    },
    close() {
      commands.close();
      news.close();
    },
  };
}

function settingsOf({ url, tls }: RedisConnectionOptions): RedisClientOptions {
  const given = tls === undefined ? undefined : { socket: { ...tls, tls: true as const } };
  return { url, name: 'dragoman', ...given };
}

/** A server that has been started again knows no script. */
function isMissingScript(error: unknown): boolean {
  return errorMessage(error).startsWith('NOSCRIPT');
}
