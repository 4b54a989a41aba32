import type { StoredTurn } from '../store/turn-store.js';
import { REDIS_DEFAULTS, type RedisTurnStoreOptions } from './contract.js';
import type { LostTurns } from './folder-identity.js';
import type { KeyNames } from './key-names.js';
import type { Membership } from './membership.js';
import type { RedisLink } from './redis-link.js';
import { createRequestClaims, type RequestClaims } from './request-claims.js';
import { adoptTurn, registerTurn } from './scripts.js';
import { createTurnPublisher, type TurnPublisher } from './turn-publisher.js';

/** The turns of this process whose events go to Redis. */
export interface PublishedTurns {
  /** Makes a turn known to all nodes, and publishes its events up to its end. */
  begin(stored: StoredTurn): Promise<void>;
  /** Goes on with a turn that another process of this state folder published. */
  adopt(stored: StoredTurn): Promise<boolean>;
  /** Aborts when others have ended the turn because this node was lost. */
  lostSignal(turnId: string): AbortSignal;
  /** A turn that this process conducts, and that no others have ended. */
  conducted(turnId: string): StoredTurn | undefined;
  /** Which pages have which requests, of a turn that this process conducts. */
  claims(turnId: string): RequestClaims | undefined;
  /** Redis may have lost something: checks what it has. */
  verify(): void;
  /** The others have given this node up: its readers and agents are done here. */
  loseAll(): Promise<void>;
  /** Resolves when all ends are published, or after a while. Then nothing more is. Says whether they are. */
  close(atMostMs: number): Promise<boolean>;
}

export interface PublishedTurnsOptions
  extends Pick<RedisTurnStoreOptions, 'streamBytes' | 'keepEventsMs'> {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  readonly membership: Membership;
  readonly lost: LostTurns;
  readonly onSession: (turn: StoredTurn, sessionId: string) => Promise<void>;
  /** A turn has come to its end, or isn't this node's any more. */
  readonly onDone: (turnId: string) => void;
  readonly onFailure: (error: unknown) => void;
}

interface PublishedTurn {
  readonly stored: StoredTurn;
  readonly publisher: TurnPublisher;
  readonly lost: AbortController;
  readonly claims: RequestClaims;
}

const LOST_WORDS =
  'This server was cut off from the others for too long, and they have ended the turn.';
/** Nobody listens to it for longer than a request. */
const NEVER = new AbortController().signal;

export function createPublishedTurns(options: PublishedTurnsOptions): PublishedTurns {
  const { link, keys, membership, lost, onSession, onDone, onFailure } = options;
  const { streamBytes = REDIS_DEFAULTS.streamBytes, keepEventsMs = REDIS_DEFAULTS.keepEventsMs } =
    options;
  const turns = new Map<string, PublishedTurn>();

  const register = async ({ entry }: StoredTurn, epoch: number): Promise<number> => {
    const { id, client } = entry;
    const { id: node, folder, name } = membership;
    const args = [node, String(epoch), JSON.stringify(entry), folder, name];
    // At once, and done in this order: the turn itself comes last, so that whoever ends what this node
    // leaves finds it.
    const replies = await Promise.all([
      link.command(['SADD', keys.nodeTurns(node), id]),
      link.command(['SADD', keys.folderTurns(folder), id]),
      link.command(['ZADD', keys.turnsOf(client), '0', id]),
      link.script(registerTurn, [keys.turn(id)], args),
    ]);
    return Number(replies.at(-1));
  };

  const lose = async ({ stored, publisher, lost: signal }: PublishedTurn): Promise<void> => {
    const { id } = stored.entry;
    publisher.stop();
    await lost.mark(id);
    // No reader gets what the agent does from here on.
    signal.abort();
    await stored.cancel(LOST_WORDS).catch(onFailure);
  };

  /** @param registered what Redis has of it, where it was just made known */
  const publish = (stored: StoredTurn, epoch: number, registered?: number): void => {
    const { id } = stored.entry;
    const publisher = createTurnPublisher({
      ...{ link, keys, stored, epoch, streamBytes, keepEventsMs, onFailure },
      node: membership.id,
      registered,
      register: () => register(stored, epoch),
      onLost: () => void loseOne(id),
      onSession: (sessionId) => onSession(stored, sessionId),
    });
    const claims = createRequestClaims();
    turns.set(id, { stored, publisher, lost: new AbortController(), claims });
    void publisher.done.then(async () => {
      turns.delete(id);
      onDone(id);
      await link.command(['SREM', keys.nodeTurns(membership.id), id]).catch(() => {});
    });
  };

  const loseOne = async (id: string): Promise<void> => {
    const turn = turns.get(id);
    if (turn !== undefined) await lose(turn).catch(onFailure);
  };

  return {
    async begin(stored) {
      await membership.join();
      const { epoch } = membership;
      publish(stored, epoch, await register(stored, epoch));
    },
    async adopt(stored) {
      await membership.join();
      const { epoch } = membership;
      const args = [membership.id, String(epoch)];
      // Before it is taken over: it must not be in no node's set.
      await link.command(['SADD', keys.nodeTurns(membership.id), stored.entry.id]);
      const adopted = await link.script(adoptTurn, [keys.turn(stored.entry.id)], args);
      if (adopted === 1) publish(stored, epoch);
      return adopted === 1;
    },
    lostSignal: (id) => turns.get(id)?.lost.signal ?? NEVER,
    conducted(id) {
      const turn = turns.get(id);
      return turn?.lost.signal.aborted === false ? turn.stored : undefined;
    },
    claims: (id) => turns.get(id)?.claims,
    verify() {
      for (const { publisher } of turns.values()) publisher.verify();
    },
    async loseAll() {
      await Promise.all([...turns.values()].map(lose));
    },
    async close(atMostMs) {
      const all = [...turns.values()].map(({ publisher }) => publisher);
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, all.length === 0 || !link.isUp ? 0 : atMostMs);
      });
      await Promise.race([Promise.all(all.map(({ done }) => done)), patience]);
      clearTimeout(timer);
      const isDone = turns.size === 0;
      for (const publisher of all) publisher.stop();
      await Promise.all(all.map(({ done }) => done));
      return isDone;
    },
  };
}
