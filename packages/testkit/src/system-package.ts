import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { findProgram, runProcess } from '@dragoman/sandbox';

/** A slow mirror may take its time; whoever waits for another's install waits within this, too. */
const TIMEOUT_MS = 10 * 60 * 1000;

/**
 * Updates the package lists only when the install fails without: on most machines they are there.
 * Whoever waited for the lock may find the program installed.
 */
const INSTALL = `
command -v "$1" >/dev/null && exit 0
apt-get install -y --no-install-recommends $2 && exit 0
apt-get update && apt-get install -y --no-install-recommends $2
`;

/**
 * The path of a program that a test needs from the system. On Debian and its kin, as root, it is
 * installed when it is missing; elsewhere the test fails with what to install. Nothing is skipped.
 *
 * @param debianPackages what brings it there, separated by spaces
 */
export async function requireProgram(name: string, debianPackages: string): Promise<string> {
  const found = await findProgram(name);
  if (found !== undefined) return found;
  const flock = await findProgram('flock');
  const canInstall = (await findProgram('apt-get')) !== undefined && process.getuid?.() === 0;
  if (!canInstall || flock === undefined) {
    throw missing(
      name,
      debianPackages,
      'only root can install it, and only where there is apt-get',
    );
  }
  // The system frees this lock when its holder dies, and test files run in several processes.
  const lock = join(tmpdir(), 'dragoman-tests-apt.lock');
  const { exitCode, stderr } = await runProcess({
    executable: flock,
    args: [lock, 'sh', '-c', INSTALL, 'sh', name, debianPackages],
    env: { PATH: process.env.PATH ?? '', DEBIAN_FRONTEND: 'noninteractive', ...proxies() },
    cwd: '/',
    timeoutMs: TIMEOUT_MS,
  });
  const installed = await findProgram(name);
  if (installed === undefined) {
    throw missing(name, debianPackages, `apt-get ended with ${exitCode}: ${stderr.slice(-2000)}`);
  }
  return installed;
}

/** How this machine reaches its packages is its own affair. */
function proxies(): Record<string, string> {
  const names = ['http_proxy', 'https_proxy', 'no_proxy'];
  const set = [...names, ...names.map((name) => name.toUpperCase())].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(set);
}

function missing(name: string, debianPackages: string, why: string): DragomanError {
  return new DragomanError(
    'system_program_missing',
    `This test needs the program ${name}. Install it (Debian: apt-get install ${debianPackages}); ${why}.`,
  );
}
