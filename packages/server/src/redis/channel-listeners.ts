import type { RedisConnection } from './kept-connection.js';

/** Called with each message of a channel, and without one whenever some may have been missed. */
export type ChannelListener = (message: string | undefined) => void;

/** Who listens to which channel, on one connection after the other. */
export interface ChannelListeners {
  /**
   * Resolves when the channel is listened to, or where there is no connection: then it will be. The result
   * ends it.
   */
  add(channel: string, listener: ChannelListener): Promise<() => void>;
  /** Listens to all of them on the connection that there is now. Rejects where that can't be. */
  listenAgain(): Promise<void>;
}

interface Channel {
  readonly name: string;
  readonly listeners: Set<ChannelListener>;
  /** The connection on which it is listened to. */
  on: RedisConnection | undefined;
  /** What was asked of the connection last. */
  asked: Promise<void>;
}

export function createChannelListeners(
  connection: () => RedisConnection | undefined,
): ChannelListeners {
  const channels = new Map<string, Channel>();

  const adjust = async (channel: Channel): Promise<void> => {
    const { name, listeners } = channel;
    const client = connection();
    const isHeard = client !== undefined && channel.on === client;
    if (listeners.size > 0 && client !== undefined && !isHeard) {
      await client.subscribe(name, (message) => {
        for (const listener of [...listeners]) listener(message);
      });
      channel.on = client;
    } else if (listeners.size === 0 && isHeard) {
      channel.on = undefined;
      await client.unsubscribe(name);
    }
    if (listeners.size === 0 && channels.get(name) === channel) channels.delete(name);
  };

  /**
   * One after the other for each channel: who begins to listen while the client is about to stop would be
   * dropped by it along with those that left, and hear nothing.
   */
  const settle = (channel: Channel): Promise<void> => {
    channel.asked = channel.asked.catch(() => {}).then(() => adjust(channel));
    return channel.asked;
  };

  return {
    async add(name, listener) {
      const channel = channels.get(name) ?? {
        ...{ name, listeners: new Set(), on: undefined, asked: Promise.resolve() },
      };
      channels.set(name, channel);
      channel.listeners.add(listener);
      // One that can't be listened to now is when the connection is there again.
      await settle(channel).catch(() => {});
      return () => {
        channel.listeners.delete(listener);
        settle(channel).catch(() => {});
      };
    },
    async listenAgain() {
      const all = [...channels.values()];
      await Promise.all(all.map(settle));
      for (const { listeners } of all) for (const listener of [...listeners]) listener(undefined);
    },
  };
}
