// `npm run pin-agents`: asks the registry for the hashes of every package of the agents' default
// versions, and writes them into `packages/agents/src/<agent>/pinned.ts`. Run it after the version in an
// agent's `agent.ts` was changed, and read the difference before it is committed: what stands there is
// what every install is held to.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentNames, agents } from '@dragoman/agents';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What of a lock file's entry decides which package is installed. */
const FIELDS = [
  'name',
  'version',
  'integrity',
  'optional',
  'os',
  'cpu',
  'libc',
  'dependencies',
  'optionalDependencies',
];

const files = agentNames.map((name) => {
  const { packageName, version } = agents[name];
  const packages = lockedPackages(`${packageName}@${version}`);
  const unknown = unknownIn(packages);
  const file = join(root, 'packages', 'agents', 'src', name, 'pinned.ts');
  const pinned = JSON.stringify({ version, packages, unknown }, undefined, 2);
  writeFileSync(
    file,
    `import type { PinnedInstall } from '../agent.js';\n\n/** Written by \`npm run pin-agents\`. */\nexport const ${name}Pinned: PinnedInstall = ${pinned};\n`,
  );
  const left = unknown.length === 0 ? '' : `; the registry lacks ${unknown.join(', ')}`;
  console.log(`${name} ${version}: ${Object.keys(packages).length} packages${left}`);
  return file;
});
run(join(root, 'node_modules', '.bin', 'biome'), ['check', '--write', ...files], root);

/** @param {string} wanted @returns {Record<string, Record<string, unknown>>} */
function lockedPackages(wanted) {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-pin-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const options = '--package-lock-only --ignore-scripts --include=optional --save-exact';
    run('npm', ['install', ...options.split(' '), '--loglevel=error', wanted], folder);
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    return Object.fromEntries(
      Object.entries(packages)
        .filter(([path]) => path !== '')
        .map(([path, entry]) => [path, pinnedPackage(path, entry)]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} path @param {Record<string, unknown>} entry */
function pinnedPackage(path, entry) {
  if (!String(entry.integrity).startsWith('sha512-')) {
    throw new Error(`The registry says no sha512 of ${path}.`);
  }
  return Object.fromEntries(
    FIELDS.flatMap((field) => (entry[field] === undefined ? [] : [[field, entry[field]]])),
  );
}

/** Optional packages that npm has left out, because the registry doesn't have them. */
function unknownIn(/** @type {Record<string, Record<string, unknown>>} */ packages) {
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(/** @type {object} */ (optionalDependencies)),
  );
  return [...new Set(wanted)].filter((name) => !(`node_modules/${name}` in packages)).sort();
}

/** @param {string} command @param {string[]} args @param {string} cwd */
function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}
