import { hostname } from 'node:os';
import { isTurnId } from '@dragoman/runtime';
import { reporterOf } from '../errors/report-failure.js';
import { createFilesTurnStore } from '../store/files-turn-store.js';
import type { StoredTurn, TurnQuery, TurnStore } from '../store/turn-store.js';
import { REDIS_DEFAULTS, type RedisTurnStoreOptions } from './contract.js';
import {
  type ControlReceipt,
  type ControlRequest,
  createControlRequests,
} from './control-requests.js';
import { createLostTurns, folderId } from './folder-identity.js';
import { createKeyNames } from './key-names.js';
import { type KnownTurn, readKnownTurn } from './known-turn.js';
import { idsOf, isAskedFor, mergeTurns } from './list-turns.js';
import { createLocalTurn } from './local-turn.js';
import { endTurnsOfLost } from './lost-nodes.js';
import { createMembership } from './membership.js';
import { createOwedWork } from './owed-work.js';
import { createOwnFolder } from './own-folder.js';
import { createPublishedTurns } from './published-turns.js';
import { createRedisConversations, type FoundTurn } from './redis-conversations.js';
import { createRedisLimits } from './redis-limits.js';
import { openRedisLink } from './redis-link.js';
import { createRedisRelays } from './redis-relays.js';
import { createRedisSessions } from './redis-sessions.js';
import { createRedisStarts } from './redis-starts.js';
import { createRemoteTurn } from './remote-turn.js';
import { isUnavailable, unavailable } from './unavailable.js';

/** So long a node may take to answer another. */
const DEADLINE_MS = 10_000;
/** So long the last events of turns have to get to Redis when a server closes. */
const CLOSE_MS = 5000;

/**
 * Turns that several machines share. Each turn is conducted at one node, whose journal is the first place
 * of its events; the others read them from Redis, and ask that node for what only it can do. Without
 * Redis, turns and their readers at their own node go on.
 *
 * @example
 * const store = createRedisTurnStore({ url: 'redis://redis.internal:6379', stateDirectory });
 * const server = createServer({ policy, keys, stateDirectory, store });
 */
export function createRedisTurnStore(options: RedisTurnStoreOptions): TurnStore {
  const { stateDirectory, onFailure = warn, nodeName: name = hostname() } = options;
  const { keyPrefix = REDIS_DEFAULTS.keyPrefix, leaseMs = REDIS_DEFAULTS.leaseMs } = options;
  const files = createFilesTurnStore(stateDirectory, { onFailure });
  const link = openRedisLink(options);
  const keys = createKeyNames(keyPrefix);
  const lost = createLostTurns(stateDirectory);
  const owed = createOwedWork(link, onFailure);
  let newsAt = performance.now();

  const membership = createMembership({
    ...{ link, keys, name, folder: folderId(stateDirectory), leaseMs, onFailure },
    async onLost(record) {
      await published.loseAll();
      // Whoever gave it up may not have come to all of them.
      await endTurnsOfLost(link, keys, record, options.keepEventsMs);
      await own.markLost();
      await limits.refill();
    },
    async onForgotten() {
      published.verify();
      await conversations.refill();
      await limits.refill();
      await own.indexEnded();
    },
    async endTurnsOf(node) {
      await endTurnsOfLost(link, keys, node, options.keepEventsMs);
      await limits.freePlacesOf(node.id);
    },
    async onBeat() {
      // A connection on which nothing comes any more looks like one on which nothing happens.
      if (performance.now() - newsAt > leaseMs) link.renewNews();
      await link.command(['PUBLISH', keys.nodeNews(membership.id), '']);
    },
  });
  const where = async ({ folder, name: node }: Pick<KnownTurn, 'folder' | 'name'>) =>
    (await membership.records.hasFolder(folder))
      ? `the server ${JSON.stringify(node)}`
      : `the server ${JSON.stringify(node)}, which isn’t there now`;
  const limits = createRedisLimits(link, keys, membership, owed);
  const sessions = createRedisSessions({
    ...{ link, keys, membership, where, files: files.sessions },
    isHere: async (id) => (await findHere(id)) !== undefined,
    onRemoved: () => own.forgetGone(),
  });
  const published = createPublishedTurns({
    ...{ link, keys, membership, lost, onFailure },
    ...{ streamBytes: options.streamBytes, keepEventsMs: options.keepEventsMs },
    onSession: sessions.note,
    onDone: (id) => conversations.ended(id),
  });
  const controls = createControlRequests({
    ...{ link, keys, node: membership.id, deadlineMs: DEADLINE_MS, onFailure },
    handle: (id, request) => handle(id, request),
    onNews() {
      newsAt = performance.now();
    },
  });
  link.onUp(() => published.verify());
  const opened = controls.open();

  /** A turn whose journal is here, and counts. */
  const findHere = async (id: string): Promise<StoredTurn | undefined> => {
    const stored = await files.find(id);
    if (stored === undefined || (await lost.isMarked(id))) return undefined;
    return createLocalTurn(stored, published.lostSignal(id));
  };

  const findThere = async (id: string): Promise<KnownTurn | undefined> => {
    if (!isTurnId(id)) return undefined;
    const known = await readKnownTurn(link, keys, id);
    // One of this machine that has no journal any more is gone.
    const isGone = known?.folder === membership.folder && !known.isLost;
    return isGone ? undefined : known;
  };

  const find = async (id: string): Promise<StoredTurn | undefined> => {
    const here = await findHere(id);
    if (here !== undefined) return here;
    const known = await findThere(id);
    if (known !== undefined) return remote(known);
    // What others know of a turn that they ended is kept for a while; its journal may be there longer.
    return files.find(id);
  };

  const remote = (known: KnownTurn): StoredTurn =>
    createRemoteTurn({ link, keys, known, ask, where });

  const ask = async (
    { node, epoch, entry, status }: KnownTurn,
    request: ControlRequest,
  ): Promise<ControlReceipt | 'gone'> => {
    await opened;
    const isHere = await membership.records.isHere(node, epoch);
    if (isHere) return controls.ask(node, entry.id, request);
    if (status.end !== undefined) return 'gone';
    throw unavailable(undefined, 'The server that conducts the turn isn’t there: try again soon.');
  };

  const handle = async (id: string, request: ControlRequest): Promise<ControlReceipt> => {
    const turn = await findHere(id);
    if (turn === undefined) return 'gone';
    switch (request.kind) {
      case 'answer':
        return turn.answer(request.requestId, request.answer);
      case 'input':
        await turn.input(request.text);
        return 'taken';
      case 'cancel':
        // Whoever asked waits for the end by itself.
        void turn.cancel(request.reason).catch(onFailure);
        return 'ok';
      case 'state':
        return (await turn.status()).end === undefined ? 'at work' : 'over';
    }
  };

  const findWithHome = async (id: string): Promise<FoundTurn | undefined> => {
    const here = await findHere(id);
    const home = { folder: membership.folder, name };
    if (here !== undefined) return { turn: here, home, isHere: true };
    const known = await findThere(id);
    return known && { turn: remote(known), home: known, isHere: false };
  };

  const conversations = createRedisConversations({
    ...{ link, keys, membership, where, owed, find: findWithHome },
    async isAtWorkThere({ turn: { entry } }) {
      const known = await findThere(entry.id);
      if (known === undefined || known.status.end !== undefined) return false;
      const state = await ask(known, { kind: 'state' }).catch((error: unknown) => {
        if (isUnavailable(error)) return 'at work';
        throw error;
      });
      return state === 'at work';
    },
  });

  async function* listThere(query: TurnQuery): AsyncGenerator<StoredTurn> {
    for await (const id of idsOf(link, keys, query)) {
      const known = await findThere(id);
      if (known !== undefined && isAskedFor(known, query)) yield remote(known);
    }
  }

  async function* listHere(query: TurnQuery): AsyncGenerator<StoredTurn> {
    for await (const { entry } of files.list(query)) {
      const turn = await findHere(entry.id);
      if (turn !== undefined) yield turn;
    }
  }

  const relays = createRedisRelays(link, keys, owed);

  /** Whether nobody can answer a turn any more. One that can't be read is looked at again later. */
  const isOver = async (id: string): Promise<boolean> => {
    const turn = await find(id);
    if (turn === undefined) return true;
    const status = await turn.status().catch(() => undefined);
    return status?.end !== undefined;
  };

  const own = createOwnFolder({
    ...{ link, keys, membership, stateDirectory, files, lost, published, findHere },
    ...{ sessions, conversations },
  });

  return {
    labels: files.labels,
    async add(turn, entry) {
      const stored = await files.add(turn, entry);
      await published.begin(stored);
      return createLocalTurn(stored, published.lostSignal(entry.id));
    },
    find,
    list: (query) => mergeTurns(listHere(query), listThere(query)),
    async findSession(client, sessionId) {
      const here = await files.findSession(client, sessionId);
      return here ?? sessions.findElsewhere(client, sessionId);
    },
    sessions: sessions.store,
    conversations,
    starts: createRedisStarts(
      link,
      keys,
      membership,
      owed,
      async (id) => (await find(id)) !== undefined,
    ),
    relay: relays.of,
    limits,
    async recover() {
      await files.recover();
      await membership.join();
      await own.markLost();
      await own.adoptLeft();
      await own.indexEnded();
    },
    async prune() {
      await files.prune();
      await own.forgetGone();
      await relays.prune(isOver);
    },
    async check() {
      await files.check();
      await membership.join();
      await link.command(['PING']);
    },
    async close() {
      const isDone = await published.close(CLOSE_MS);
      await membership.leave(isDone);
      controls.close();
      link.close();
      await files.close();
    },
  };
}

const warn = reporterOf('Something that the servers share could not be done; it is tried again');
