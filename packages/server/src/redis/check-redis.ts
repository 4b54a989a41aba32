import { randomBytes } from 'node:crypto';
import { errorMessage } from '@dragoman/protocol/internal';
import { REDIS_DEFAULTS, type RedisConnectionOptions } from './contract.js';
import { openRedisLink, type RedisLink } from './redis-link.js';
import { compareAndSet } from './scripts.js';

/** What is known of a Redis that servers are to share. */
export interface CheckedRedis {
  /** Its name and version, as it says it. */
  readonly version: string | undefined;
  /** Why servers can't use it: in words, with what to do. Nothing if they can. */
  readonly problem: string | undefined;
}

/** `XADD` with `MINID`. */
const OLDEST: readonly [number, number] = [6, 2];

/** Whether servers can share a Redis: it is reached, it is new enough, it may be used, it keeps what it gets. */
export async function checkRedis(options: RedisConnectionOptions): Promise<CheckedRedis> {
  const { commandMs = REDIS_DEFAULTS.commandMs, keyPrefix = REDIS_DEFAULTS.keyPrefix } = options;
  if (!/^rediss?:$/.test(URL.canParse(options.url) ? new URL(options.url).protocol : '')) {
    const problem = 'The address must be redis://HOST:PORT, or rediss://HOST:PORT for TLS.';
    return { version: undefined, problem };
  }
  const link = openRedisLink(options);
  try {
    await link.whenUp(AbortSignal.timeout(commandMs));
    const info = String(await link.command(['INFO']));
    const version = field(info, 'redis_version');
    const problem = problemOf(info, version) ?? (await refusedUse(link, keyPrefix));
    return { version, problem };
  } catch (error) {
    return { version: undefined, problem: `It can't be reached: ${reasonOf(error)}.` };
  } finally {
    link.close();
  }
}

/** An address as people may see it: without a user or a password. */
export function redisAddress(url: string): string {
  if (!URL.canParse(url)) return 'an address that is none';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

function problemOf(info: string, version = ''): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return `It is ${version}; ${OLDEST.join('.')} or newer is needed.`;
  }
  if (field(info, 'cluster_enabled') === '1') return 'It is a cluster, which is not supported.';
  if (field(info, 'role') === 'slave') return 'It is a replica: give the address of the primary.';
  const policy = field(info, 'maxmemory_policy') ?? 'noeviction';
  if (policy.startsWith('allkeys')) {
    return `It removes keys when its memory is full (maxmemory-policy ${policy}): set noeviction.`;
  }
  return undefined;
}

/** Tries what a user may not be allowed to do: scripts, keys with the prefix, channels. */
async function refusedUse(link: RedisLink, keyPrefix: string): Promise<string | undefined> {
  const name = `${keyPrefix}check:${randomBytes(8).toString('hex')}`;
  try {
    await link.script(compareAndSet, [name], ['', 'x', '1000']);
    await link.command(['XADD', `${name}:events`, 'MINID', '~', '0', '1-0', 'a', '0']);
    await link.command(['DEL', name, `${name}:events`]);
    await link.command(['PUBLISH', name, '']);
    return undefined;
  } catch (error) {
    return `It refuses what servers need: ${reasonOf(error)}. They need keys and channels that begin with ${keyPrefix}, and scripts.`;
  }
}

function field(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
}

/** A password may be in an address, and is in no error of a connection. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return errorMessage(cause ?? error).replace(/\.$/, '');
}
