import { realpathSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';

/**
 * The home of the user, from the environment and from the system, by real paths: the
 * same one, mostly. Whoever can set HOME doesn't choose with it what is protected as a home.
 */
export function homeFolders(): readonly string[] {
  const homes = [homedir(), ...systemHome()].filter(isAbsolute).map(realAsFarAsThere);
  return [...new Set(homes)];
}

function systemHome(): readonly string[] {
  try {
    return [userInfo().homedir];
  } catch {
    // A user without an entry.
    return [];
  }
}

function realAsFarAsThere(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realAsFarAsThere(above), basename(path));
  }
}
