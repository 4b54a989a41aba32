import { readdir, readFile } from 'node:fs/promises';

/**
 * The living processes of this machine that have a word in their arguments, whatever namespace they
 * are in. Those that have ended and wait to be collected have no arguments any more.
 */
export async function processesWith(word: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const args = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return args.split('\0').includes(word) ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}
