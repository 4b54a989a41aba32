import { createHash } from 'node:crypto';
import { isJsonObject, parseJson } from '@dragoman/protocol';
import { isTurnId } from '@dragoman/runtime';
import {
  type KnownPage,
  MOST_PAGES,
  MOST_SESSIONS,
  PRESENCE_MS,
  type RelaySession,
  type RelayStore,
} from '../store/relay-store.js';
import type { KeyNames } from './key-names.js';
import { jsonIn } from './known-turn.js';
import { textsIn } from './node-records.js';
import type { OwedWork } from './owed-work.js';
import type { OwnerClaims } from './owner-claims.js';
import type { RedisLink, RedisScript } from './redis-link.js';
import { joinRelay, leaveRelay, openRelay, touchRelay } from './relay-scripts.js';

export interface RedisRelays {
  of(turnId: string): RelayStore;
  /** Forgets the relays of turns that are over, of whatever node. */
  prune(isOver: (turnId: string) => Promise<boolean>): Promise<void>;
}

/** A session as Redis has it. */
interface WrittenSession {
  /** When its time is over, by the clock of Redis. */
  readonly over: number;
  readonly session: string;
}

/** A page as Redis has it. */
interface WrittenPage {
  readonly tab: string;
  readonly tools: readonly string[];
  /** Grows with each load that joins. */
  readonly load: number;
  /** By the clock of Redis. */
  readonly seen: number;
  readonly left: boolean;
}

/**
 * Relays as two keys each. They go with the end of their turn, which whoever publishes it removes them with,
 * and expire with the last session. Which page has which request is not in Redis: it is known where the turn
 * is conducted.
 */
export function createRedisRelays(
  link: RedisLink,
  keys: KeyNames,
  owed: OwedWork,
  owners: OwnerClaims,
): RedisRelays {
  const close = (name: string): Promise<void> =>
    owed.settle(async () => {
      owners.here(name)?.clear();
      await link.command(['DEL', ...keys.relay(name)]);
      await link.command(['SREM', keys.relays, name]);
    });
  return {
    of: (turnId) => redisRelay({ link, keys, owners, close }, nameOf(turnId)),
    async prune(isOver) {
      for (const name of textsIn(await link.command(['SMEMBERS', keys.relays]))) {
        if (await isOver(name)) await close(name);
      }
    },
  };
}

interface RelayParts {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  readonly owners: OwnerClaims;
  readonly close: (name: string) => Promise<void>;
}

function redisRelay({ link, keys, owners, close }: RelayParts, name: string): RelayStore {
  const all = keys.relay(name);
  const [sessions, pages] = all;
  const run = (script: RedisScript, ...args: readonly string[]) => link.script(script, all, args);

  const isKnown = async () => (await link.command(['EXISTS', sessions])) === 1;

  return {
    async open({ sessionId, ...known }) {
      // Before it is open: whoever forgets what is over finds it.
      await link.command(['SADD', keys.relays, name]);
      const text = JSON.stringify({ sessionId, ...known });
      const left = Math.ceil(known.expiresAt - Date.now());
      const kept = [String(left), String(PRESENCE_MS), String(MOST_SESSIONS)];
      await run(openRelay, sessionId, text, ...kept);
    },
    async session(sessionId) {
      const [now, text] = await Promise.all([
        timeOf(link),
        link.command(['HGET', sessions, `s:${sessionId}`]),
      ]);
      const written = typeof text === 'string' ? jsonIn<WrittenSession>(text) : undefined;
      if (written === undefined || written.over <= now) return undefined;
      return jsonIn<RelaySession>(written.session);
    },
    // What a page was given has to be looked after, though Redis has forgotten the relay.
    isOpen: async () => owners.here(name)?.isEmpty === false || isKnown(),
    async join({ instance, tab, connection, tools }) {
      const page = [instance, tab, connection, JSON.stringify(tools)];
      const word = await run(joinRelay, ...page, String(MOST_PAGES));
      return word === 'there' || word === 'replaced' ? word : 'over';
    },
    touch: async (instance, connection) => (await run(touchRelay, instance, connection)) === 1,
    async leave(instance, connection) {
      await run(leaveRelay, instance, connection);
    },
    async pages() {
      const [now, reply] = await Promise.all([timeOf(link), link.command(['HGETALL', pages])]);
      return knownPages(textsIn(reply), now);
    },
    claim: async (requestId, instance) =>
      (await isKnown()) ? owners.claim(name, requestId, instance) : undefined,
    claimant: (requestId) => owners.claimant(name, requestId),
    release: (requestId, instance) => owners.release(name, requestId, instance),
    close: () => close(name),
  };
}

/** @param texts instances, each with what is known of it after it */
function knownPages(texts: readonly string[], now: number): readonly KnownPage[] {
  const pages = texts.flatMap((instance, at) => {
    const page = at % 2 === 0 ? writtenPage(texts[at + 1] ?? '') : undefined;
    return page === undefined ? [] : [{ instance, ...page }];
  });
  /** The load of each tab that joined last. */
  const latest = new Map<string, number>();
  for (const { tab, load } of pages) latest.set(tab, Math.max(load, latest.get(tab) ?? 0));
  return pages.map(({ instance, tab, tools, load, seen, left }) => {
    const isThere = now - seen < PRESENCE_MS && !left && latest.get(tab) === load;
    return { instance, tab, tools, isThere };
  });
}

/** Nothing for what is no page: all others are there all the same. */
function writtenPage(text: string): WrittenPage | undefined {
  const page = jsonValue(text);
  if (!isJsonObject(page)) return undefined;
  // They are a text within it: to the scripts, a list of none is no list.
  const written = { ...page, tools: jsonValue(page.tools) };
  return isWrittenPage(written) ? written : undefined;
}

function jsonValue(text: unknown): unknown {
  const json = typeof text === 'string' ? parseJson(text) : undefined;
  return json?.ok ? json.value : undefined;
}

function isWrittenPage(value: object): value is WrittenPage {
  const { tab, tools, load, seen, left } = value as Partial<Record<keyof WrittenPage, unknown>>;
  return (
    typeof tab === 'string' &&
    Array.isArray(tools) &&
    tools.every((name) => typeof name === 'string') &&
    typeof load === 'number' &&
    typeof seen === 'number' &&
    typeof left === 'boolean'
  );
}

/** The time of Redis, in milliseconds since 1970. */
async function timeOf(link: RedisLink): Promise<number> {
  const [seconds = '0', micros = '0'] = textsIn(await link.command(['TIME']));
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
}

/** Ids of turns are parts of names. What can't be one has no relay of another. */
function nameOf(turnId: string): string {
  if (isTurnId(turnId)) return turnId;
  return `none-${createHash('sha256').update(turnId).digest('hex')}`;
}
