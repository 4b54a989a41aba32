import { spawnSync } from 'node:child_process';
import { DragomanError } from '@dragoman/protocol';

/**
 * Puts a disk of so many bytes over an empty folder; what it gives back takes it away again. Only
 * root may do so, and not in every container: elsewhere it gives nothing, and the test that asked
 * for it says that it is skipped. With `CI` set nothing is skipped: it throws.
 */
export function mountSmallDisk(folder: string, bytes: number): (() => void) | undefined {
  const mounting = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
  // Whatever still has a file open there can't keep it.
  if (mounting.status === 0) return () => void spawnSync('umount', ['--lazy', folder]);
  const why = mounting.error?.message ?? mounting.stderr.toString().trim();
  const message = `No small disk could be mounted on ${folder} (${why}): that takes root.`;
  if (process.env.CI) throw new DragomanError('small_disk_refused', message);
  process.emitWarning(`A full disk is not tested. ${message}`);
  return undefined;
}
