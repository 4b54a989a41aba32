import type { ConnectionOptions } from 'node:tls';

/** How a server shares its turns with others through Redis. */
export interface RedisConnectionOptions {
  /** `redis[s]://[[user][:password]@]host[:port][/database]`; `rediss` is TLS. */
  readonly url: string;
  /** For TLS: authorities, a certificate of this client, the name to check. */
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername'> | undefined;
  /** Begins the name of every key and channel. Default: `dragoman:`. */
  readonly keyPrefix?: string | undefined;
  /** How long an answer of Redis may take. Default: 5 s. */
  readonly commandMs?: number | undefined;
}

export interface RedisTurnStoreOptions extends RedisConnectionOptions {
  /** Where the turns that this node conducts are kept: the first place of their events. */
  readonly stateDirectory: string;
  /** What clients are told where only this node can do something. Default: the name of the machine. */
  readonly nodeName?: string | undefined;
  /** After so long without a sign of life a node is given up, and its turns end. Default: 15 s. */
  readonly leaseMs?: number | undefined;
  /** Of each turn's events in Redis; the oldest go first. Default: 64 MiB. */
  readonly streamBytes?: number | undefined;
  /** How long the events of a turn that has ended stay in Redis. Default: 1 h. */
  readonly keepEventsMs?: number | undefined;
  /** Gets what fails while nobody waits for a response. Default: a warning. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** What is used where nobody says it. */
export const REDIS_DEFAULTS = {
  keyPrefix: 'dragoman:',
  commandMs: 5000,
  leaseMs: 15_000,
  streamBytes: 64 * 1024 * 1024,
  keepEventsMs: 60 * 60 * 1000,
} as const;
