import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { SessionStore } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';

/** The folder to look for sessions in: the agent's own, one given, or the agent's own in a home given. */
export async function sessionHome(store: SessionStore, given: string | undefined): Promise<string> {
  if (given === undefined) return store.home(process.env, homedir());
  if (!(await isFolder(given))) {
    throw new DragomanError('home_missing', `There is no folder ${given}.`);
  }
  const inside = store.home({}, given);
  return (await isFolder(inside)) ? inside : given;
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}
