import type { Dirent } from 'node:fs';
import { opendir, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { liesIn, realPath, type SandboxProvider } from '@dragoman/sandbox';
import { type SessionEntry, type SessionRegistry, wasConfined } from './session-registry.js';

/** Where the HOMEs of sessions lie, each with its lock beside it. */
export function homesDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'homes');
}

/**
 * Whether a path is that of a HOME in a state folder. What a record says may have been changed by an agent
 * that nothing confined: `homes/..` is no HOME.
 */
export function isHomeIn(stateDirectory: string, home: string): boolean {
  return resolve(home) === home && dirname(home) === homesDirectory(stateDirectory);
}

/**
 * Refuses a session whose HOME is none of the state folder's, with `session_damaged`: an agent would be
 * let into whatever folder somebody has written into the file.
 */
export async function checkSessionHome(
  { agent, sessionId, home }: SessionEntry,
  stateDirectory: string,
): Promise<void> {
  const homes = homesDirectory(stateDirectory);
  if (dirname(await realPath(home)) === (await realPath(homes))) return;
  throw new DragomanError(
    'session_damaged',
    `The session ${sessionId} of ${agent} can't go on: its HOME is said to be ${home}, which is none of those in ${homes}. Its file in ${stateDirectory}/sessions was changed; begin a new session.`,
  );
}

/**
 * Refuses, with `session_confined`, to go on without walls with a session that had them: in its HOME
 * the agent may have left settings, hooks and plugins, and its CLI would run them with all rights.
 * Sessions that were forked share a HOME.
 */
export async function checkSessionConfinement(
  { agent, sessionId, home }: SessionEntry,
  { kind, abilities }: Pick<SandboxProvider, 'kind' | 'abilities'>,
  registry: SessionRegistry,
): Promise<void> {
  if (abilities.confinesFiles) return;
  const confined = (await registry.inHome(agent, home)).find(wasConfined);
  if (confined === undefined) return;
  // After a turn that was trusted the kind is that of a sandbox without walls.
  const where = confined.sandbox === kind ? 'bubblewrap' : confined.sandbox;
  throw new DragomanError(
    'session_confined',
    `The session ${sessionId} was confined, and what the agent left in its HOME would run unconfined now. Go on with it in a sandbox that confines it (--sandbox ${where}), or, if you trust what it left, say so: --trust-project (projectSettings: 'trust').`,
  );
}

/** An agent's folders are a few deep. One that nests them without end keeps nobody busy. */
const DEEPEST = 32;

/**
 * Refuses folders of sessions in a HOME of Dragoman's state folder, with `session_damaged`, that an agent has prepared for
 * whoever reads them: with links that lead out of the HOME, with pipes and the like, or closed to everybody.
 * What isn't there is no matter.
 */
export async function checkSessionFolders(folders: readonly string[], home: string): Promise<void> {
  const root = await realpath(home).catch(unlessGone(home));
  if (root === undefined) return;
  for (const folder of folders) {
    await checkTarget(folder, root);
    await checkFolder(folder, root, DEEPEST);
  }
}

async function checkFolder(folder: string, root: string, depth: number): Promise<void> {
  if (depth === 0) throw damaged(folder, 'holds folders without end');
  const entries = await opendir(folder).catch(unlessGone(folder));
  if (entries === undefined) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) await checkTarget(path, root);
    else if (entry.isDirectory()) await checkFolder(path, root, depth - 1);
    else checkKind(entry, path);
  }
}

/** A link that leads nowhere is read by nobody. */
async function checkTarget(path: string, root: string): Promise<void> {
  const target = await realpath(path).catch(unlessGone(path));
  if (target === undefined || liesIn(root, target)) return;
  throw damaged(path, 'leads out of it');
}

function checkKind(entry: Dirent, path: string): void {
  if (!entry.isFile()) throw damaged(path, 'is no ordinary file');
}

const GONE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
/** What an agent can make whoever looks at its files run into. */
const CLOSED: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'ENAMETOOLONG']);

function unlessGone(path: string): (error: unknown) => undefined {
  return (error) => {
    const code = errorCode(error);
    if (GONE.has(code)) return undefined;
    throw CLOSED.has(code) ? damaged(path, `can't be opened (${code})`, error) : error;
  };
}

function damaged(path: string, what: string, cause?: unknown): DragomanError {
  return new DragomanError(
    'session_damaged',
    `The session can't be read: ${path} in the HOME of its agent ${what}. The agent may have made that; look at it, and remove it.`,
    { cause },
  );
}
