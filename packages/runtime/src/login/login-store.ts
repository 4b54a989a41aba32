import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { VendorLogin } from '@dragoman/agents';
import { DragomanError, parseJson } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import { defaultStateDirectory, makeFolder, writeJsonFile } from '@dragoman/sandbox';
import { z } from 'zod';
import { readPlainFile } from './read-plain-file.js';

/** A login that is kept. */
export interface KeptLogin extends VendorLogin {
  /** When it was kept, in ISO 8601. */
  readonly keptAt: string;
}

/** The logins of a state folder, by the name of the agent whose CLI they belong to. */
export interface LoginStore {
  /** The file of an agent's login, whether it is there or not. */
  file(agent: string): string;
  /** Throws `login_damaged` where there is something that can't be used. */
  find(agent: string): KeptLogin | undefined;
  keep(agent: string, login: VendorLogin): void;
  /** Also what a login that was killed has left. Whether there was a login. */
  remove(agent: string): boolean;
}

const time = z.iso.datetime();
const visible = z.string().regex(/^[\x21-\x7e]+$/);
const keptLogin = z.strictObject({
  agent: z.string(),
  token: visible,
  accountId: visible.optional(),
  expiresAt: time.optional(),
  keptAt: time,
});

const LARGEST_BYTES = 64 * 1024;

/** In the state folder, which no confined agent sees; only this user can read them. */
export function createLoginStore(stateDirectory: string = defaultStateDirectory()): LoginStore {
  const folder = join(stateDirectory, 'logins');
  const file = (agent: string): string => join(folder, `${plainName(agent)}.json`);
  return {
    file,
    find(agent) {
      const path = file(agent);
      const text = readOwn(folder, path, agent);
      if (text === undefined) return undefined;
      const parsed = parseJson(text);
      const { data } = keptLogin.safeParse(parsed.ok ? parsed.value : undefined);
      if (data === undefined) throw damaged(path, agent, 'is not what was written there');
      const { agent: owner, ...login } = data;
      if (owner !== agent)
        throw damaged(path, agent, `holds the login of ${JSON.stringify(owner)}`);
      return login;
    },
    keep(agent, { token, accountId, expiresAt }) {
      makeFolder(folder);
      checkFolder(folder, file(agent), agent);
      const login = { agent, token, accountId, expiresAt, keptAt: new Date().toISOString() };
      writeJsonFile(file(agent), login);
    },
    remove(agent) {
      const path = file(agent);
      const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
      rmSync(path, { force: true });
      rmSync(vendorFolder(stateDirectory, agent), { recursive: true, force: true });
      return isThere;
    },
  };
}

/** The folder that an agent's own CLI has for its settings while it logs in. */
export function vendorFolder(stateDirectory: string, agent: string): string {
  return join(stateDirectory, 'logins', `${plainName(agent)}.folder`);
}

/** An agent of a caller may have any name; one that is a path has no login. */
function plainName(agent: string): string {
  if (/^[a-z0-9][a-z0-9-]*$/.test(agent)) return agent;
  throw new DragomanError('login_unsupported', `There are no logins for ${JSON.stringify(agent)}.`);
}

function readOwn(folder: string, path: string, agent: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  checkFolder(folder, path, agent);
  try {
    return readPlainFile(path, LARGEST_BYTES);
  } catch (cause) {
    throw damaged(path, agent, reasonOf(cause), cause);
  }
}

function checkFolder(folder: string, path: string, agent: string): void {
  if (lstatSync(folder).isSymbolicLink()) throw damaged(path, agent, 'lies behind a link');
}

function damaged(path: string, agent: string, why: string, cause?: unknown): DragomanError {
  return new DragomanError(
    'login_damaged',
    `The login of ${agent} is not used: ${path} ${why}. Remove it with \`dragoman logout ${agent}\`, then log in again: dragoman login ${agent}`,
    { cause },
  );
}
