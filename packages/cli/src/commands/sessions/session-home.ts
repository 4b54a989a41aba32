import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { SessionStore } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';

/** What the folders are called in which an agent's own folder keeps sessions. */
const SESSION_FOLDERS = ['sessions', 'archived_sessions'];

/** The folder to look for sessions in: the agent's own, or what `--home` means. */
export async function sessionHome(store: SessionStore, given: string | undefined): Promise<string> {
  if (given === undefined) return ownHome(store);
  if (!(await isFolder(given))) throw missing(`There is no folder ${given}.`);
  const inside = store.home({}, given);
  if (await isFolder(inside)) return inside;
  return (await isSessionFolder(given)) ? dirname(resolve(given)) : given;
}

/** An agent that was never used has no folder; one that was named should be there. */
async function ownHome(store: SessionStore): Promise<string> {
  const home = store.home(process.env, homedir());
  const usual = store.home({}, homedir());
  const variable = Object.keys(process.env).find(
    (name) => store.home({ [name]: process.env[name] }, homedir()) !== usual,
  );
  if (variable !== undefined && !(await isFolder(home))) {
    throw missing(`There is no folder ${home}, which ${variable} names.`);
  }
  return home;
}

/** Whether it is not the agent's own folder but the one below it. */
async function isSessionFolder(path: string): Promise<boolean> {
  if (!SESSION_FOLDERS.includes(basename(resolve(path)))) return false;
  const below = await Promise.all(SESSION_FOLDERS.map((name) => isFolder(join(path, name))));
  return !below.includes(true);
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}

function missing(message: string): DragomanError {
  return new DragomanError('home_missing', message);
}
