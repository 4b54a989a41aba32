import { access } from 'node:fs/promises';

/** Whether there is something at the path that this process can reach. */
export function pathExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
