import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import {
  createFileOnce,
  makeFolder,
  namesIn,
  readJsonFile,
  writeJsonFile,
} from '@dragoman/sandbox';
import { z } from 'zod';
import type { Client, KeyRing } from './key-ring.js';

/** The keys of a server, in files. What is changed there counts from the next request on. */
export interface KeyStore extends KeyRing {
  /** Makes a key. It is in the result, and nowhere else: only its hash is kept. */
  add(name: string): NewKey;
  /** The earliest first. */
  list(): Promise<readonly ListedKey[]>;
  /** From now on the key is unknown. Rejects with `key_unknown`. */
  revoke(id: string): Promise<ListedKey>;
  /** Whether there is or was a key: what has none any more must not be open to anybody. */
  hasAny(): Promise<boolean>;
  /** Whether there is a key that is known. */
  hasUsable(): Promise<boolean>;
}

export interface NewKey {
  readonly id: string;
  readonly key: string;
}

export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  /** A day, such as `2026-11-18`. */
  readonly lastUsed?: string | undefined;
  readonly revokedAt?: string | undefined;
}

/** So that people and scanners for secrets see what it is. */
const PREFIX = 'drg_';
const KEY_BYTES = 32;

/** A key that is not of this form isn't looked for. */
const KEY = /^drg_[A-Za-z0-9_-]{43}$/;
const ID = /^key_[0-9a-f]{12}$/;
const FILE = /^key_[0-9a-f]{12}\.json$/;
const LONGEST_NAME = 100;

const keyFile = z.object({
  id: z.string(),
  name: z.string(),
  /** Of the key, by SHA-256: 256 random bits need no slow hash. */
  hash: z.hex().length(64),
  createdAt: z.string(),
  revokedAt: z.string().optional(),
});
type KeyFile = z.infer<typeof keyFile>;

/**
 * One file for each key, found by the beginning of its hash: nobody has to lock a list, and a key that is
 * revoked by another process is unknown at once.
 */
export function createKeyStore(
  stateDirectory: string,
  now: () => Date = () => new Date(),
): KeyStore {
  const folder = join(stateDirectory, 'server', 'keys');
  const fileOf = (id: string) => join(folder, `${id}.json`);
  const usedFileOf = (id: string) => join(folder, `${id}.used`);
  /** `false`: there is a key of this id. */
  const keep = (file: string, entry: KeyFile): boolean => {
    try {
      makeFolder(folder);
      return createFileOnce(file, `${JSON.stringify(entry)}\n`);
    } catch (cause) {
      const why = reasonOf(cause);
      throw new DragomanError(
        'key_not_kept',
        `No key was made: ${folder} can't be written, ${why}.`,
        {
          cause,
        },
      );
    }
  };
  const read = (id: string) => readJsonFile(fileOf(id), isKeyFile);
  /** The day that was noted last, so that a day is written once. */
  const noted = new Map<string, string>();

  async function noteUse(id: string): Promise<void> {
    const day = now().toISOString().slice(0, 10);
    if (noted.get(id) === day) return;
    noted.set(id, day);
    // Whether it can be noted decides nothing.
    await writeFile(usedFileOf(id), day, { mode: 0o600 }).catch(() => undefined);
  }

  async function listed(entry: KeyFile): Promise<ListedKey> {
    const { hash: _hash, ...shown } = entry;
    const used = await readFile(usedFileOf(entry.id), 'utf8').catch(() => '');
    return used === '' ? shown : { ...shown, lastUsed: used };
  }

  const list = async (): Promise<readonly ListedKey[]> => {
    const ids = (await namesIn(folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length));
    const entries = await Promise.all(ids.filter((id) => ID.test(id)).map(read));
    const known = await Promise.all(entries.filter((entry) => entry !== undefined).map(listed));
    return known.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  };

  return {
    add(name) {
      checkName(name);
      for (;;) {
        const key = `${PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;
        const { id, hash } = identify(key);
        const entry: KeyFile = {
          id,
          name,
          hash: hash.toString('hex'),
          createdAt: now().toISOString(),
        };
        if (keep(fileOf(id), entry)) return { id, key };
      }
    },
    list,
    // By its name: one that was revoked, or can't be read any more, was there.
    hasAny: async () => (await namesIn(folder)).some((name) => FILE.test(name)),
    hasUsable: async () => (await list()).some(({ revokedAt }) => revokedAt === undefined),
    async revoke(id) {
      const entry = ID.test(id) ? await read(id) : undefined;
      if (entry === undefined) {
        throw new DragomanError(
          'key_unknown',
          `There is no key ${JSON.stringify(id)}: \`dragoman keys list\` shows those there are.`,
        );
      }
      const revoked = { ...entry, revokedAt: entry.revokedAt ?? now().toISOString() };
      writeJsonFile(fileOf(id), revoked);
      return listed(revoked);
    },
    async find(key): Promise<Client | undefined> {
      if (!KEY.test(key)) return undefined;
      const { id, hash } = identify(key);
      const entry = await read(id);
      if (entry === undefined || !timingSafeEqual(Buffer.from(entry.hash, 'hex'), hash)) {
        return undefined;
      }
      if (entry.revokedAt !== undefined) return undefined;
      await noteUse(id);
      return { id };
    },
  };
}

function isKeyFile(value: unknown): value is KeyFile {
  return keyFile.safeParse(value).success;
}

/** How long the file of a hash takes to find says nothing about the key. */
function identify(key: string): { readonly id: string; readonly hash: Buffer } {
  const hash = createHash('sha256').update(key).digest();
  return { id: `key_${hash.toString('hex').slice(0, 12)}`, hash };
}

function checkName(name: string): void {
  const isPlain = name.trim() !== '' && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name);
  if (isPlain) return;
  throw new DragomanError(
    'invalid_request',
    `A key needs a name of at most ${LONGEST_NAME} characters that says who uses it.`,
  );
}
