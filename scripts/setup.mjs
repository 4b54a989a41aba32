// Brings a clone to the point where everything else can run: dependencies installed, packages built.
// Plain JavaScript without imports from the workspace, because it runs before anything is installed.
// What is done already costs next to nothing: the lock file's hash says whether to install again, and
// the compiler knows what to build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

requireNode(20, 19);
installDependencies();
buildPackages();

/** @param {number} major @param {number} minor */
function requireNode(major, minor) {
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  fail(`Dragoman needs Node ${major}.${minor} or newer; this is ${process.versions.node}.`);
}

/**
 * `npm install --no-save` and not `npm ci`: the latter refuses a lock file that lacks the binaries of
 * platforms its author's registry doesn't carry. Versions still come from the lock file, and it is
 * not rewritten.
 */
function installDependencies() {
  const lockHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.cache', 'installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash) return;
  say('installing dependencies');
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lockHash);
}

/**
 * Always asked: both know in well under a second when there is nothing to do. The compiler takes several
 * packages at once; with more than one checker each it does the same work several times.
 */
function buildPackages() {
  run(join(root, 'node_modules', '.bin', 'tsc'), ['-b', '--checkers', '1']);
  run(process.execPath, [join(root, 'scripts', 'bundle.mjs')]);
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) fail(`could not start ${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {string} text */
function say(text) {
  console.error(`setup: ${text}`);
}

/** @param {string} text @returns {never} */
function fail(text) {
  say(text);
  process.exit(1);
}
