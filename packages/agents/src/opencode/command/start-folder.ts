import type { TurnRequest } from '../../agent-command.js';
import { compareVersions } from '../../compare-versions.js';

interface StartFolder {
  /** Absent: the workspace. */
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  /** From there on, paths that start at the workspace are written so. */
  readonly pathOf: (path: string) => string;
}

/** The first that is known to work in the folder that `PWD` names, wherever it is started. */
export const followsPwdSince = '1.18.33';

/**
 * OpenCode is a program of Bun, and Bun follows the path mappings of the `tsconfig.json` it finds from
 * its current folder on, for the program's own imports: it must not be started in the workspace.
 */
export function startFolder({ projectSettings, cwd, home, version }: TurnRequest): StartFolder {
  if (projectSettings !== 'ignore' || compareVersions(version, followsPwdSince) < 0) {
    return { env: {}, pathOf: (path) => path };
  }
  return {
    cwd: home,
    env: { PWD: cwd },
    pathOf: (path) => (path.startsWith('/') ? path : `${cwd}/${path}`),
  };
}
