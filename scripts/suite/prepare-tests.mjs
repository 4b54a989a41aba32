// Runs a command, and beside it installs what tests need from outside: a test waits for what is still
// missing, the others don't. `node scripts/suite/prepare-tests.mjs COMMAND…`; its exit code is the command's.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const INSTALL = fileURLToPath(new URL('install-test-programs.mjs', import.meta.url));

const [command = '', ...args] = process.argv.slice(2);
// A group, so that what it has started ends with it.
const installing = spawn(process.execPath, [INSTALL], {
  detached: true,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const running = spawn(command, args, { stdio: 'inherit' });

// A terminal sends Ctrl-C to the command as well, which says how it ends.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => running.kill('SIGTERM'));

const [code] = await once(running, 'exit');
stopInstalling();
process.exit(code ?? 1);

function stopInstalling() {
  if (installing.exitCode !== null || installing.pid === undefined) return;
  try {
    process.kill(-installing.pid, 'SIGTERM');
  } catch (error) {
    // It has just ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
