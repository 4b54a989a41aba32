import { findProgram } from '../process/find-program.js';

/** The rest of the arguments is the program that sees it so. */
const SCRIPT = '"$0" --bind /dev /dev && "$0" -o remount,bind,ro /dev && exec "$@"';

/**
 * What is put before bubblewrap where its user is root. The devices that it binds are this machine's own,
 * and root's stand-in inside is their owner: it could take `/dev/null` from everybody by changing its
 * mode. A device of a file system that is read-only can be written to, but not changed. Empty where the
 * user owns no devices, or the programs for it are missing.
 */
export async function readOnlyDevices(): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return [];
  const found = ['unshare', 'sh', 'mount'].map((name) => findProgram(name, { environment: {} }));
  const [unshare, shell, mount] = await Promise.all(found);
  if (unshare === undefined || shell === undefined || mount === undefined) return [];
  return [unshare, '--mount', '--', shell, '-c', SCRIPT, mount];
}
