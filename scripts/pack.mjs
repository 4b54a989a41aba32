// Packs the command and the library `dragoman` into one file that npm installs anywhere, without a
// registry: all packages that it needs are inside, in the versions of the lock file.
// `node scripts/pack.mjs [FOLDER]` writes dragoman-VERSION.tgz there and prints its path. The packages must
// be built.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const OWN = '@dragoman/';

/** The command is one bundle with all that it needs: nothing else of its package is read, and no other package. */
const COMMAND = '@dragoman/cli';
const COMMAND_MODULES = /^(dist|src)\//;

/** The style of the page that the server shows, which the command has beside its bundle. */
const PAGE_STYLE = /[\\/]cli[\\/]bundle[\\/]view\.css$/;

/**
 * Sources, maps and styles. npm unpacks each file three times, so what nobody reads makes the install slow.
 */
const UNREAD = /(?<!\.d)\.[cm]?ts$|\.(map|css|scss|tsbuildinfo)$/;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const destination = resolve(process.argv[2] ?? '.');
const stage = mkdtempSync(join(tmpdir(), 'dragoman-pack-'));
try {
  const inside = neededBy('dragoman');
  const own = inside.filter((name) => name.startsWith(OWN));
  for (const { name, files } of shippedFiles(['dragoman', ...own])) {
    const target = name === 'dragoman' ? stage : join(stage, 'node_modules', name);
    for (const { path } of files) {
      if (name === COMMAND && COMMAND_MODULES.test(path)) continue;
      copy(join(folderOf(name), path), join(target, path));
    }
  }
  writeManifest(join(stage, 'node_modules', COMMAND), {
    ...readManifest(COMMAND),
    files: [...readManifest(COMMAND).files, 'licences'],
    dependencies: {},
    exports: { './bin/dragoman.cjs': './bin/dragoman.cjs' },
  });
  for (const name of inside.filter((name) => !name.startsWith(OWN))) {
    copy(folderOf(name), join(stage, 'node_modules', name));
  }
  copyLicences(join(stage, 'node_modules', COMMAND, 'licences'), inside);
  // What an image of agents is built from; the command looks for it upwards.
  copy(join(root, 'containers', 'agents'), join(stage, 'containers', 'agents'));
  const manifest = {
    ...readManifest('dragoman'),
    files: [...readManifest('dragoman').files, 'containers'],
    dependencies: Object.fromEntries(inside.map((name) => [name, readManifest(name).version])),
    bundleDependencies: inside,
  };
  writeManifest(stage, manifest);
  const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', destination], stage));
  console.log(join(destination, packed.filename));
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/**
 * The packages that one of them needs, also through others. All of them are at the top of `node_modules`,
 * in one version.
 *
 * @param {string} name @param {Set<string>} found
 * @returns {string[]}
 */
function neededBy(name, found = new Set()) {
  for (const needed of Object.keys(readManifest(name).dependencies ?? {})) {
    if (found.has(needed)) continue;
    found.add(needed);
    if (needed !== COMMAND) neededBy(needed, found);
  }
  return [...found].sort();
}

/**
 * What npm would put into each package of the workspace.
 *
 * @param {string[]} names
 * @returns {{ name: string, files: { path: string }[] }[]}
 */
function shippedFiles(names) {
  const chosen = names.flatMap((name) => ['--workspace', name]);
  return JSON.parse(npm(['pack', '--dry-run', '--json', ...chosen], root));
}

/** @param {string} name */
function folderOf(name) {
  const isOwn = name === 'dragoman' || name.startsWith(OWN);
  return isOwn ? join(root, 'packages', name.replace(OWN, '')) : join(root, 'node_modules', name);
}

/** @param {string} name */
function readManifest(name) {
  return JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));
}

/**
 * The licences of what is in the bundle of the command alone.
 *
 * @param {string} target @param {readonly string[]} inside
 */
function copyLicences(target, inside) {
  const others = neededBy(COMMAND).filter((name) => !name.startsWith(OWN));
  for (const name of others.filter((name) => !inside.includes(name))) {
    const files = readdirSync(folderOf(name)).filter((file) => /^licen[cs]e/i.test(file));
    for (const file of files) copy(join(folderOf(name), file), join(target, name, file));
  }
}

/** @param {string} folder @param {object} manifest */
function writeManifest(folder, manifest) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/**
 * Copies a file, or of a folder what is read.
 *
 * @param {string} from @param {string} to
 */
function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, filter: isRead });
}

/**
 * Whether Node, TypeScript or a person reads a file of an installed package.
 *
 * @param {string} path
 */
function isRead(path) {
  return !UNREAD.test(path) || PAGE_STYLE.test(path);
}

/** @param {string[]} args @param {string} cwd */
function npm(args, cwd) {
  return execFileSync('npm', [...args, '--ignore-scripts', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}
