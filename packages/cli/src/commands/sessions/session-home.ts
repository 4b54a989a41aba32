import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { SessionStore } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';

/** The folder to look for sessions in: the agent's own, or what `--home` means. */
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
  // A variable that names a folder of many programs says nothing of this one.
  const variable = Object.keys(process.env).find(
    (name) => home !== usual && process.env[name] === home,
  );
  if (variable !== undefined && !(await isFolder(home))) {
    throw missing(`There is no folder ${home}, which ${variable} names.`);
  }
  return home;
}

/** The agent's own folder, when one is given in which it keeps sessions. */
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
