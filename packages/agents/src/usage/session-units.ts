import { walkFolders } from '../sessions/session-files.js';
import type { StoreOptions } from '../sessions/session-store.js';
import type { UsageUnits } from './usage-format.js';

export interface UnitSearch extends Omit<StoreOptions, 'home'> {
  readonly folders: readonly string[];
  /** How deep files may lie in them. */
  readonly depth: number;
  readonly isWanted: (name: string, path: string) => boolean;
  readonly isDocument?: (name: string) => boolean;
  readonly cwdOf?: ((path: string) => string | undefined) | undefined;
}

/** The files in some folders that record what was used. */
export async function findUsageFiles({
  folders,
  depth,
  isWanted,
  isDocument = () => false,
  cwdOf,
  signal,
}: UnitSearch): Promise<UsageUnits> {
  const { files, closed } = await walkFolders(folders, {
    depth,
    signal,
    toFound: ({ path, name }) => (isWanted(name, path) ? { path, name } : undefined),
  });
  return {
    units: files.map(({ path, name }) => ({
      kind: isDocument(name) ? ('documents' as const) : ('lines' as const),
      path,
      files: [path],
      ...(cwdOf && { cwdOf: () => cwdOf(path) }),
    })),
    problems: closed.map(({ path, problem }) => `${path}: ${problem}`),
  };
}
