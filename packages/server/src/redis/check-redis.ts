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
  const malformed = addressProblem(options.url);
  if (malformed !== undefined) return { version: undefined, problem: malformed };
  const link = openRedisLink(options);
  try {
    await link.whenUp(AbortSignal.timeout(commandMs));
    const info = String(await link.command(['INFO']));
    const version = field(info, 'redis_version');
    const problem = problemOf(info, version) ?? (await refusedUse(link, keyPrefix, commandMs));
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

/** Why an address can't be used. The client would throw an error of its own for each. */
function addressProblem(url: string): string | undefined {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol)) {
    return 'The address must be redis://HOST:PORT, or rediss://HOST:PORT for TLS.';
  }
  const { pathname, username, password } = new URL(url);
  if (!/^(\/\d*)?$/.test(pathname)) {
    return 'Behind the host of the address only the number of a database may stand, such as /0.';
  }
  if (![username, password].every(isDecodable)) {
    return 'In the user and the password of the address a % must be written as %25.';
  }
  return undefined;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
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
async function refusedUse(
  link: RedisLink,
  keyPrefix: string,
  commandMs: number,
): Promise<string | undefined> {
  const name = `${keyPrefix}check:${randomBytes(8).toString('hex')}`;
  try {
    await link.script(compareAndSet, [name], ['', 'x', '1000']);
    await link.command(['XADD', `${name}:events`, 'MINID', '~', '0', '1-0', 'a', '0']);
    await link.command(['DEL', name, `${name}:events`]);
    await checkNews(link, name, commandMs);
    return undefined;
  } catch (error) {
    return `It refuses what servers need: ${reasonOf(error)}. They need keys and channels that begin with ${keyPrefix}, and scripts.`;
  }
}

/** Rejects where a message doesn't come back: servers would learn of each other by looking, or not at all. */
async function checkNews(link: RedisLink, channel: string, commandMs: number): Promise<void> {
  let leave = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  const heard = new Promise<void>((resolve, reject) => {
    const silent = () => reject(new Error('no message came to a subscriber'));
    timer = setTimeout(silent, commandMs);
    void link
      .subscribe(channel, () => resolve())
      .then((unsubscribe) => {
        leave = unsubscribe;
        return link.command(['PUBLISH', channel, '']);
      })
      .catch(reject);
  });
  try {
    await heard;
  } finally {
    clearTimeout(timer);
    leave();
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
