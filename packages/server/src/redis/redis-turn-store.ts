import { hostname } from 'node:os';
import { reporterOf } from '../errors/report-failure.js';
import { createFilesTurnStore } from '../store/files-turn-store.js';
import type { TurnStore } from '../store/turn-store.js';
import { REDIS_DEFAULTS, type RedisTurnStoreOptions } from './contract.js';
import { createLostTurns, folderId } from './folder-identity.js';
import { createFoundTurns } from './found-turns.js';
import { createHomeReader } from './home-requests.js';
import { createKeyNames } from './key-names.js';
import type { KnownTurn } from './known-turn.js';
import { createLivingNodes } from './living-nodes.js';
import { createLocalTurn } from './local-turn.js';
import { endTurnsOfLost } from './lost-nodes.js';
import { createMembership } from './membership.js';
import { createOwedWork } from './owed-work.js';
import { createOwnFolder } from './own-folder.js';
import { createOwnerClaims } from './owner-claims.js';
import { createOwnerRequests } from './owner-requests.js';
import { createPublishedTurns } from './published-turns.js';
import { createRedisConversations } from './redis-conversations.js';
import { createRedisLimits } from './redis-limits.js';
import { openRedisLink } from './redis-link.js';
import { createRedisRelays } from './redis-relays.js';
import { createRedisSessions } from './redis-sessions.js';
import { createRedisStarts } from './redis-starts.js';

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
  const living = createLivingNodes(stateDirectory);
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
  living.join(membership.id);
  const where = async ({ folder, name: node }: Pick<KnownTurn, 'folder' | 'name'>) =>
    (await membership.records.ofFolder(folder)).length > 0
      ? `the server ${JSON.stringify(node)}`
      : `the server ${JSON.stringify(node)}, which isn’t there now`;
  const owner = createOwnerRequests({
    ...{ link, keys, membership, onFailure },
    findHere: async (id) => published.conducted(id) ?? turns.here(id),
    claimsHere: (id) => published.claims(id),
    readHere: createHomeReader({
      findHere: (id) => turns.here(id),
      messages: files.sessions.messages,
      where: () => where(membership),
    }),
    onNews() {
      newsAt = performance.now();
    },
  });
  const turns = createFoundTurns({
    ...{ link, keys, membership, files, lost, where, ask: owner.ask, askHome: owner.askHome },
    lostSignal: (id) => published.lostSignal(id),
  });
  const limits = createRedisLimits(link, keys, membership, owed);
  const sessions = createRedisSessions({
    ...{ link, keys, membership, where, askHome: owner.askHome, files: files.sessions },
    isHere: async (id) => (await turns.here(id)) !== undefined,
    onRemoved: () => own.forgetGone(),
  });
  const published = createPublishedTurns({
    ...{ link, keys, membership, lost, onFailure },
    ...{ streamBytes: options.streamBytes, keepEventsMs: options.keepEventsMs },
    onSession: sessions.note,
    onDone: (id) => conversations.ended(id),
  });
  link.onUp(() => published.verify());

  const conversations = createRedisConversations({
    ...{ link, keys, membership, where, owed, find: turns.withHome },
    async isAtWorkThere({ turn: { entry } }) {
      const known = await turns.there(entry.id);
      return known !== undefined && known.status.end === undefined && owner.isAtWork(known);
    },
  });
  const claims = createOwnerClaims({ ...{ link, keys, ask: owner.ask }, here: published.claims });
  const relays = createRedisRelays(link, keys, owed, claims);
  const own = createOwnFolder({
    ...{ link, keys, membership, living, stateDirectory, files, lost, published },
    ...{ findHere: turns.here, sessions, conversations },
  });

  return {
    labels: files.labels,
    async add(turn, entry) {
      const stored = await files.add(turn, entry);
      await published.begin(stored);
      return createLocalTurn(stored, published.lostSignal(entry.id));
    },
    find: turns.find,
    list: turns.list,
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
      async (id) => (await turns.find(id)) !== undefined,
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
      await relays.prune(turns.isOver);
    },
    async check() {
      await files.check();
      await membership.join();
      await link.command(['PING']);
    },
    async close() {
      const isDone = await published.close(CLOSE_MS);
      living.leave(membership.id);
      await membership.leave(isDone);
      owner.close();
      link.close();
      await files.close();
    },
  };
}

const warn = reporterOf('Something that the servers share could not be done; it is tried again');
