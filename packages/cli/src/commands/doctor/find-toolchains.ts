import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { namesInSync, realOrSame } from '@dragoman/sandbox';
import { userConfig } from '../../config/find-config.js';

/** Programs that a sandbox doesn't show. */
export interface FoundToolchain {
  readonly folder: string;
  /** Some of them. */
  readonly programs: readonly string[];
  /** Whether the user's configuration gives it to agents. */
  readonly isGiven: boolean;
}

const MOST_PROGRAMS = 4;

/**
 * Where users install programs, beside those of the system. `*`: every folder there; `latest`: that of
 * the last version alone.
 */
const INSTALL_FOLDERS: readonly {
  readonly path: string;
  readonly take: '*' | 'latest' | 'itself';
}[] = [
  { path: '/opt', take: '*' },
  { path: '~/.nvm/versions/node', take: 'latest' },
  // Rust's own programs; those of the same names in .cargo/bin look for them in the user's home.
  { path: '~/.rustup/toolchains', take: 'latest' },
  { path: '~/.cargo', take: 'itself' },
  { path: '~/.local', take: 'itself' },
];

/** Finds toolchains outside the system's folders. */
export async function findToolchains(home: string = homedir()): Promise<FoundToolchain[]> {
  // A file that can't be read is reported by whoever uses it.
  const config = (await userConfig(undefined).catch(() => undefined))?.file;
  const given = new Set((config?.values.path ?? []).map(realOrSame));
  return INSTALL_FOLDERS.flatMap(({ path, take }) => {
    const folder = path.replace(/^~/, home);
    const bins = foldersIn(folder, take).map((name) => join(folder, name, 'bin'));
    return bins.flatMap((bin): FoundToolchain[] => {
      const programs = programsIn(bin);
      if (programs.length === 0) return [];
      return [{ folder: bin, programs, isGiven: given.has(realOrSame(bin)) }];
    });
  });
}

function foldersIn(folder: string, take: '*' | 'latest' | 'itself'): readonly string[] {
  if (take === 'itself') return ['.'];
  const names = [...namesInSync(folder)].sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  return take === 'latest' ? names.slice(-1) : names;
}

function programsIn(folder: string): readonly string[] {
  const found: string[] = [];
  for (const name of namesInSync(folder)) {
    if (found.length === MOST_PROGRAMS) break;
    try {
      accessSync(join(folder, name), constants.X_OK);
      found.push(name);
    } catch {
      // No program.
    }
  }
  return found;
}
