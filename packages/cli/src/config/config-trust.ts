import { join } from 'node:path';
import { isJsonObject } from '@dragoman/protocol';
import { makeFolder, readJsonFileSync, writeJsonFile } from '@dragoman/sandbox';
import type { ConfigFile } from './read-config.js';

/** What the user agreed to: the hash of each file's content, by its path. */
export interface ConfigTrust {
  isTrusted(file: ConfigFile): boolean;
  /** Whether the user once agreed to another content of the file, or it is in doubt. */
  wasTrusted(file: ConfigFile): boolean;
  trust(file: ConfigFile): void;
  forget(file: ConfigFile): void;
  /** From now on, no content of the file counts that the user did not agree to. */
  doubt(file: ConfigFile): void;
}

/** No content has this hash. */
const NO_CONTENT = '';

/** In the state folder, which no confined agent sees. */
export function configTrust(stateDirectory: string): ConfigTrust {
  const path = join(stateDirectory, 'trusted-configs.json');
  const known = (): Readonly<Record<string, string>> => readJsonFileSync(path, areHashes) ?? {};
  const write = (hashes: Readonly<Record<string, string>>): void => {
    makeFolder(stateDirectory);
    writeJsonFile(path, hashes);
  };
  return {
    isTrusted: (file) => known()[file.path] === file.hash,
    wasTrusted: (file) => Object.hasOwn(known(), file.path),
    trust: (file) => write({ ...known(), [file.path]: file.hash }),
    doubt(file) {
      if (!Object.hasOwn(known(), file.path)) write({ ...known(), [file.path]: NO_CONTENT });
    },
    forget({ path: gone }) {
      const { [gone]: _hash, ...others } = known();
      write(others);
    },
  };
}

function areHashes(value: unknown): value is Readonly<Record<string, string>> {
  return isJsonObject(value) && Object.values(value).every((hash) => typeof hash === 'string');
}
