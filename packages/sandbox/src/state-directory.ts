import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where each system wants programs to keep what should outlive them, but isn't the user's own work. */
const STATE_ROOTS: Partial<
  Record<NodeJS.Platform, (environment: NodeJS.ProcessEnv, home: string) => string>
> = {
  darwin: (_environment, home) => join(home, 'Library', 'Application Support'),
  win32: (environment, home) => environment.LOCALAPPDATA || join(home, 'AppData', 'Local'),
};

/** Dragoman's state folder: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
export function defaultStateDirectory(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const configured = environment.DRAGOMAN_STATE;
  if (configured) return resolve(configured);
  const root = STATE_ROOTS[platform];
  if (root !== undefined) return join(root(environment, home), 'dragoman');
  // The XDG standard says that a relative path in the variable must be passed over.
  const state = environment.XDG_STATE_HOME ?? '';
  return join(state.startsWith('/') ? state : join(home, '.local', 'state'), 'dragoman');
}
