import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { listTurns } from '@dragoman/runtime';
import { createSessionRegistry } from '@dragoman/runtime/internal';
import { liesIn, programDistrust, realOrSame, statusOf } from '@dragoman/sandbox';
import type { ConfigTrust } from './config-trust.js';
import { type ConfigFile, readConfig } from './read-config.js';

// Whoever keeps their settings in a repository links to them. An agent may have worked there.

/** A file of the user's that is reached through a link: to be read, or why it is not. */
export interface LinkedConfig {
  readonly file?: ConfigFile;
  readonly note?: string;
  /** The file, if an agent works or has worked where it is: once a turn begins, it is in doubt for good. */
  readonly exposed?: ConfigFile;
}

/** Where the path of a file of the user's leads, if there is a link in it. */
export function linkTarget(path: string): string | undefined {
  const folder = dirname(path);
  const base = dirname(folder);
  const plain = join(realOrSame(dirname(base)), basename(base), basename(folder), basename(path));
  const target = realOrSame(path);
  // A link to nothing leads to itself.
  return target === plain && !statusOf(path)?.isSymbolicLink() ? undefined : target;
}

/**
 * Reads a linked file if only the user can have written it: the links and the file are the user's, nobody
 * else can write there, and no agent works or has worked there. Any other file counts once the user agreed
 * to exactly its content.
 */
export async function readLinkedConfig(
  path: string,
  target: string,
  { cwd, stateDirectory, trust }: LinkedConfigOptions,
): Promise<LinkedConfig> {
  const file = await readConfig(path, target);
  if (file === undefined) return { note: `${path} is a link that leads to no file.` };
  if (trust.isTrusted(file)) return { file };
  const past = await pastWorkspaces(stateDirectory);
  const workspaces = cwd === undefined ? past : [realOrSame(cwd), ...past];
  const shared = workspaces.find((folder) => liesIn(folder, target));
  const why =
    (await foreignHand(path, target)) ??
    programDistrust(path, { writable: workspaces }) ??
    (trust.wasTrusted(file) ? 'an agent has worked where it is, or it has changed' : undefined);
  if (why === undefined) return { file };
  const agree = `Look at the file; to agree to exactly its content: dragoman config trust ${path}`;
  const note = `${path} is a link to ${target}, and is not read: ${why}. ${agree}`;
  return { note, ...(shared !== undefined && { exposed: file }) };
}

interface LinkedConfigOptions {
  /** Where a turn works, if there is to be one. */
  readonly cwd: string | undefined;
  readonly stateDirectory: string;
  readonly trust: ConfigTrust;
}

/** The folders that agents could write to in turns that are known. */
async function pastWorkspaces(stateDirectory: string): Promise<readonly string[]> {
  const sessions = await createSessionRegistry(stateDirectory).all();
  const turns = await listTurns(stateDirectory);
  return [
    ...sessions.map(({ workspace }) => workspace),
    ...turns.flatMap(({ workspace, mounts = [] }) => [workspace, ...mounts]),
  ].map(realOrSame);
}

const WRITABLE_BY_GROUP = 0o020;

/** Who else than this user may have written the link or the file. */
async function foreignHand(path: string, target: string): Promise<string | undefined> {
  const { getuid, getgid } = process;
  // Windows has neither.
  if (getuid === undefined || getgid === undefined) return undefined;
  const isOwn = (uid: number): boolean => uid === getuid() || uid === 0;
  const link = statusOf(path);
  const { uid, gid, mode } = await stat(target);
  if (link !== undefined && !isOwn(link.uid)) return `${path} belongs to another user`;
  if (!isOwn(uid)) return `${target} belongs to another user`;
  const isShared = (mode & WRITABLE_BY_GROUP) !== 0 && gid !== getgid();
  return isShared ? `others than you can write to ${target}` : undefined;
}
