import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { runProcess } from './run-process.js';
import type { SpawnOptions } from './spawn-process.js';

type Launch = Pick<SpawnOptions, 'executable' | 'args'>;

/** util-linux's program that changes what a process may do and becomes another one. */
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'];
const DIE_WITH_PARENT = ['--pdeathsig', 'KILL', '--'];

/**
 * The same launch, made so that the system kills the process when this one dies, even by SIGKILL,
 * which leaves no time to end anything. Linux alone offers that. Elsewhere, and where `setpriv` is
 * missing or too old to know it, the launch stays as it is. Only for a program that starts no
 * others: they would not die with it.
 */
export async function dieWithParent(launch: Launch): Promise<Launch> {
  knownSetpriv ??= findSetpriv();
  const setpriv = await knownSetpriv;
  if (setpriv === undefined) return launch;
  return {
    executable: setpriv,
    args: [...DIE_WITH_PARENT, launch.executable, ...launch.args],
  };
}

let knownSetpriv: Promise<string | undefined> | undefined;

/** BusyBox has a `setpriv` without this option, so it is tried. */
async function findSetpriv(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  for (const executable of SETPRIV) {
    if (await worksWithOption(executable)) return executable;
  }
  return undefined;
}

async function worksWithOption(executable: string): Promise<boolean> {
  try {
    await access(executable, constants.X_OK);
    const args = [...DIE_WITH_PARENT, executable, '--version'];
    const { exitCode } = await runProcess({ executable, args, env: {}, cwd: '/', timeoutMs: 5000 });
    return exitCode === 0;
  } catch {
    return false;
  }
}
