import { findProgram } from './find-program.js';

/** How packages are installed, by the program that does it, the first that is there. */
const INSTALLERS = {
  'apt-get': 'apt-get install',
  dnf: 'dnf install',
  pacman: 'pacman -S',
  zypper: 'zypper install',
  apk: 'apk add',
} as const;

/** The command that installs a package on this system, as a sentence; several where it isn't known which. */
export async function installRemedy(packageName: string): Promise<string> {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  for (const [program, command] of Object.entries(INSTALLERS)) {
    const found = await findProgram(program, { environment: {} }).catch(() => undefined);
    if (found !== undefined) return `Install it: ${sudo}${command} ${packageName}`;
  }
  return `Install it: apt-get install ${packageName}, dnf install ${packageName}, …`;
}
