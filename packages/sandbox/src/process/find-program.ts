import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { type ProgramTrust, programDistrust } from './program-distrust.js';
import { systemFolders } from './system-folders.js';

export interface ProgramSearch extends ProgramTrust {
  /** Its absolute path, where whoever asks knows it. */
  readonly path?: string | undefined;
  /** Where its setting is looked for, such as `DRAGOMAN_GIT`. Default: this process's own environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const ENDINGS = process.platform === 'win32' ? ['.exe'] : [''];

/**
 * Where a program is that Dragoman runs outside of sandboxes: at the path that is given or that its
 * setting (`DRAGOMAN_<NAME>`) names, else in the folders of the system. PATH is never looked at: an
 * agent, or a repository, can put a program into a folder that stands on it.
 *
 * `undefined` where there is none. One that an agent could have written is an error that names it
 * (`program_untrusted`), as is a path at which there is none (`program_missing`).
 */
export async function findProgram(
  name: string,
  search: ProgramSearch = {},
): Promise<string | undefined> {
  const { environment = process.env } = search;
  const variable = programVariable(name);
  const given = search.path || environment[variable] || undefined;
  if (given !== undefined) {
    const named = search.path ? `The path of ${name}` : variable;
    await checkGiven(name, given, named);
    return trusted(name, given, search);
  }
  for (const folder of systemFolders()) {
    for (const ending of ENDINGS) {
      const path = join(folder, `${name}${ending}`);
      if (await isProgram(path)) return trusted(name, path, search);
    }
  }
  return undefined;
}

/** The environment variable that says where a program is. */
export function programVariable(name: string): string {
  return `DRAGOMAN_${name.toUpperCase().replaceAll('-', '_')}`;
}

function trusted(name: string, path: string, trust: ProgramTrust): string {
  const why = programDistrust(path, trust);
  if (why === undefined) return path;
  throw new DragomanError(
    'program_untrusted',
    `${path} is not run as ${name}, because an agent could have written it: ${why}. Remove it, or set ${programVariable(name)} to the absolute path of one that no agent can change.`,
  );
}

async function checkGiven(name: string, path: string, named: string): Promise<void> {
  if (isAbsolute(path) && (await isProgram(path))) return;
  const why = isAbsolute(path) ? 'there is no program' : 'it is no absolute path';
  throw new DragomanError(
    'program_missing',
    `${named} says ${path}, but ${why}. Give the absolute path of ${name}, or leave it out.`,
  );
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
