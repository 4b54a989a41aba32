import { randomBytes } from 'node:crypto';
import type { KeyNames } from './key-names.js';
import { createNodeRecords, type NodeRecord, type NodeRecords, nodeIn } from './node-records.js';
import type { RedisLink } from './redis-link.js';
import { isUnavailable } from './unavailable.js';

/** This process among the nodes: it shows that it lives, and looks after those that don't. */
export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  /** What is done for an epoch counts only until others give the node up. */
  readonly epoch: number;
  readonly records: NodeRecords;
  /** Resolves when the others know this node. Rejects with `store_unavailable`. */
  join(): Promise<void>;
  /** Shows no more signs of life. A node that has nothing left is forgotten. */
  leave(isDone: boolean): Promise<void>;
}

export interface MembershipOptions {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  readonly name: string;
  readonly folder: string;
  readonly leaseMs: number;
  /** The others have given this node up: what it did for its epoch must end before it goes on with another. */
  readonly onLost: (own: NodeRecord) => Promise<void>;
  /** Redis came back without what it had. */
  readonly onForgotten: () => Promise<void>;
  /** A node is given up: its turns of epochs before this one have to end. */
  readonly endTurnsOf: (node: NodeRecord) => Promise<void>;
  /** Called with each sign of life. */
  readonly onBeat: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Signs of life in the time of a lease: some may be late. */
const BEATS = 4;

export function createMembership(options: MembershipOptions): Membership {
  const { link, keys, name, folder, leaseMs, onLost, onForgotten, endTurnsOf, onFailure } = options;
  const records = createNodeRecords(link, keys);
  const watch = createWatch(records, leaseMs, endTurnsOf);
  const id = randomBytes(8).toString('hex');
  const beatMs = leaseMs / BEATS;
  let own: NodeRecord = { id, name, folder, epoch: 1, beat: 0, state: 'here' };
  /** What Redis is known to have. */
  let written: string | undefined;
  let joining: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let ticking = Promise.resolve();

  const write = async (expected: string | undefined, next: NodeRecord): Promise<boolean> => {
    if (!(await records.replace(id, expected, next))) return false;
    own = next;
    written = JSON.stringify(next);
    return true;
  };

  const beat = async (): Promise<void> => {
    const next = { ...own, beat: own.beat + 1 };
    if (await write(written, next)) return;
    const found = await records.read(id);
    const record = nodeIn(found);
    if (record === undefined) {
      if (await write(found, next)) await onForgotten();
    } else if (record.state === 'here' && record.epoch === own.epoch) {
      // A sign of life that was thought lost, or an older one of a Redis that lost the last seconds.
      await write(found, { ...next, beat: Math.max(next.beat, record.beat + 1) });
    } else {
      await onLost(record);
      await write(found, { ...next, epoch: record.epoch + 1, state: 'here' });
    }
  };

  const tick = async (): Promise<void> => {
    try {
      await beat();
      await options.onBeat();
      await watch(id);
    } catch (error) {
      if (!isUnavailable(error)) onFailure(error);
    }
  };

  const plan = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => {
      ticking = tick().then(plan);
    }, beatMs).unref();
  };

  const begin = async (): Promise<void> => {
    await beat();
    plan();
  };

  const stopListening = link.onUp(() => {
    // At once: what happened in the meantime has to be known before anything is published.
    if (joining !== undefined) void tick();
  });

  return {
    id,
    name,
    folder,
    get epoch() {
      return own.epoch;
    },
    records,
    join() {
      joining ??= begin().catch((error: unknown) => {
        joining = undefined;
        throw error;
      });
      return joining;
    },
    async leave(isDone) {
      isClosed = true;
      stopListening();
      clearTimeout(timer);
      await ticking;
      if (isDone && link.isUp) await records.replace(id, written, undefined).catch(() => {});
    },
  };
}

/**
 * Looks after the other nodes. One is given up when its record has stayed the same for the time of a lease
 * in which this process has looked all the time: while Redis or this process stood still, nobody could
 * show that it lives.
 */
function createWatch(
  records: NodeRecords,
  leaseMs: number,
  endTurnsOf: (node: NodeRecord) => Promise<void>,
): (ownId: string) => Promise<void> {
  const seen = new Map<string, { readonly text: string; readonly since: number }>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  const look = async (id: string, now: number): Promise<void> => {
    const text = await records.read(id);
    const record = nodeIn(text);
    if (text === undefined || record === undefined) {
      seen.delete(id);
      return records.forget(id);
    }
    if (record.state === 'lost') return endTurnsOf(record);
    const before = seen.get(id);
    if (before?.text !== text) {
      seen.set(id, { text, since: now });
    } else if (now - before.since > leaseMs) {
      const lost = { ...record, state: 'lost', epoch: record.epoch + 1 } as const;
      if (await records.replace(id, text, lost)) await endTurnsOf(lost);
    }
  };

  return async (ownId) => {
    const now = performance.now();
    if (now - lookedAt > (leaseMs * 2) / 3) seen.clear();
    for (const id of await records.ids()) if (id !== ownId) await look(id, now);
    lookedAt = now;
  };
}
