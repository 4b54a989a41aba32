import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

export interface SpawnedChild {
  readonly child: ChildProcess;
  /** Rejects with the system's error when it could not be started. */
  readonly begun: Promise<void>;
}

/**
 * Starts a process. Whatever it emits is heard from the beginning, for as long as it is there: an
 * `error` that nobody hears ends the process that owns all turns. With no more files to open, a child
 * has no streams, whatever their type says.
 */
export function spawnChild(
  executable: string,
  args: readonly string[],
  options: SpawnOptions,
): SpawnedChild {
  const child = spawn(executable, args, options);
  const begun = new Promise<void>((resolve, reject) => {
    child.once('spawn', () => resolve());
    child.on('error', reject);
  });
  // Who doesn't wait for it hears of it in another way.
  begun.catch(() => {});
  return { child, begun };
}
