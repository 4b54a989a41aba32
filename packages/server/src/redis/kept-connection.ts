import { createClient, type RedisClientOptions } from '@redis/client';

/** A connection to Redis that is made again whenever it is lost. */
export interface KeptConnection {
  /** What commands are sent with; nothing while there is no connection. */
  readonly client: RedisConnection | undefined;
  /** Gives up a connection that doesn't answer. Another one is made. */
  giveUp(error: Error): void;
  close(): void;
}

export interface KeptConnectionOptions {
  readonly settings: RedisClientOptions;
  /** How long it may take until a connection can be used. */
  readonly connectMs: number;
  readonly onUp: (client: RedisConnection) => void;
  /** A connection was lost, or could not be made. */
  readonly onDown: (error: unknown) => void;
}

export type RedisConnection = ReturnType<typeof createPlainClient>;

/** From one attempt to the next, so that a server that is back is soon found. */
const PAUSES_MS = [50, 100, 250, 500, 1000];

/**
 * The client's own reconnecting would leave it to each command whether it is queued, lost or sent twice.
 * Here what was under way fails with its connection, and whoever sent it decides.
 */
function createPlainClient(settings: RedisClientOptions, connectMs: number) {
  return createClient({
    ...settings,
    // Replies of plain commands are the same with every server of this protocol.
    RESP: 2,
    maintNotifications: 'disabled',
    disableOfflineQueue: true,
    socket: { ...settings.socket, connectTimeout: connectMs, reconnectStrategy: false },
  });
}

export function keepConnection(options: KeptConnectionOptions): KeptConnection {
  const { settings, connectMs, onUp, onDown } = options;
  let isClosed = false;
  let failures = 0;
  let current: RedisConnection | undefined;
  let up: RedisConnection | undefined;
  let timer: NodeJS.Timeout | undefined;

  const lose = (client: RedisConnection, error: unknown): void => {
    if (client !== current) return;
    clearTimeout(timer);
    current = undefined;
    up = undefined;
    destroy(client);
    onDown(error);
    if (isClosed) return;
    timer = setTimeout(connect, PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]);
    failures += 1;
  };

  const connect = (): void => {
    const client = createPlainClient(settings, connectMs);
    current = client;
    client.on('error', (error: unknown) => lose(client, error));
    client.on('end', () => lose(client, new Error('the connection was closed')));
    // A server may accept a connection and say nothing.
    timer = setTimeout(() => {
      // It may have answered while this process was busy.
      setImmediate(() => {
        if (up !== client) lose(client, silent(connectMs));
      });
    }, connectMs);
    client.connect().then(
      () => {
        if (client !== current) return destroy(client);
        clearTimeout(timer);
        failures = 0;
        up = client;
        onUp(client);
      },
      (error: unknown) => lose(client, error),
    );
  };

  connect();
  return {
    get client() {
      return up;
    },
    giveUp(error) {
      if (current !== undefined) lose(current, error);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      if (current !== undefined) lose(current, new Error('closed'));
    },
  };
}

function destroy(client: RedisConnection): void {
  // One that has closed by itself has nothing left to destroy, and says so with an error.
  if (client.isOpen) client.destroy();
}

function silent(ms: number): Error {
  return new Error(`no answer within ${ms} ms`);
}
