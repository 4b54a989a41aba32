import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder in which OpenCode keeps its data, on every system. */
export function dataHome(
  { XDG_DATA_HOME }: Readonly<Record<string, string | undefined>>,
  userHome: string,
): string {
  const data =
    XDG_DATA_HOME === undefined || XDG_DATA_HOME === ''
      ? join(userHome, '.local', 'share')
      : XDG_DATA_HOME;
  return join(data, 'opencode');
}

/** The database that holds all sessions, from 1.2 on. */
export function databasePath(home: string): string {
  return join(home, 'opencode.db');
}

/** Whether there is such a database; before 1.2, sessions were files. */
export async function hasDatabase(home: string): Promise<boolean> {
  const found = await stat(databasePath(home)).catch(() => undefined);
  return found?.isFile() === true;
}
