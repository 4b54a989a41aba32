import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import type { SessionStore } from './sessions/session-store.js';

/** The folder in which an agent keeps its things: the user's, or the one that a given folder means. */
export async function sessionHome(store: SessionStore, given: string | undefined): Promise<string> {
  if (given === undefined) return ownHome(store);
  if (!(await isFolder(given))) throw missing(`There is no folder ${given}.`);
  const inside = store.home({}, given);
  if (await isFolder(inside)) return inside;
  return (await homeOfSessions(store, resolve(given))) ?? given;
}

/** An agent that was never used has no folder; one that was named should be there. */
async function ownHome(store: SessionStore): Promise<string> {
  const home = store.home(process.env, homedir());
  const usual = store.home({}, homedir());
  // A variable that names a folder of many programs says nothing about this one.
  const variable = Object.keys(process.env).find(
    (name) => home !== usual && process.env[name] === home,
  );
  if (variable !== undefined && !(await isFolder(home))) {
    throw missing(`There is no folder ${home}, which ${variable} names.`);
  }
  return home;
}

/** The agent's folder, when the given one is a folder of sessions in it. */
async function homeOfSessions(store: SessionStore, given: string): Promise<string | undefined> {
  const below = await Promise.all(store.folders(given).map(isFolder));
  if (below.includes(true)) return undefined;
  for (let home = dirname(given); ; home = dirname(home)) {
    if (store.folders(home).includes(given)) return home;
    if (home === dirname(home)) return undefined;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}

function missing(message: string): DragomanError {
  return new DragomanError('home_missing', message);
}
