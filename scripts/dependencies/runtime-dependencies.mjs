// What a user gets with Dragoman's packages: all that they depend on when they run, and what that depends
// on, read from the lock file and from what is installed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * @typedef {object} LockEntry
 * @property {string} [name]
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {boolean} [link]
 * @property {string} [integrity]
 * @property {string} [license]
 * @property {boolean} [hasInstallScript]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 *
 * @typedef {Record<string, LockEntry>} LockPackages
 *
 * @typedef {object} Dependency
 * @property {string} name
 * @property {string} version
 * @property {string} licence
 * @property {string} integrity
 * @property {string[]} installScripts What runs when it is installed.
 * @property {string[]} usedBy The packages that name it.
 */

/** npm runs these when a package is installed; a `binding.gyp` stands for one of them. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

/** @returns {Dependency[]} by name and version */
export function runtimeDependencies() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const published = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
  return walk(packages, published, installedScripts, installedLicence);
}

/**
 * @param {LockPackages} packages
 * @param {readonly string[]} published where the packages lie that users get
 * @param {(path: string) => string[]} scriptsOf
 * @param {(path: string) => string | undefined} licenceOf
 * @returns {Dependency[]}
 */
export function walk(packages, published, scriptsOf, licenceOf) {
  /** @type {Map<string, Dependency>} */
  const found = new Map();
  const waiting = [...published];
  const seen = new Set(waiting);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = packages[path] ?? {};
    const user = nameOf(path, entry);
    for (const name of wantedBy(entry)) {
      const at = resolve(packages, path, name);
      // Optional: one for another platform, which the registry in use didn't carry.
      if (at === undefined) continue;
      const target = packages[at] ?? {};
      const next = target.link ? (target.resolved ?? at) : at;
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
      if (!target.link) note(at, target, user);
    }
  }
  return [...found.values()].sort((a, b) => idOf(a).localeCompare(idOf(b), 'en'));

  /** @param {string} path @param {LockEntry} entry @param {string} user */
  function note(path, entry, user) {
    const dependency = {
      name: nameOf(path, entry),
      version: entry.version ?? '',
      licence: licenceOf(path) ?? entry.license ?? '',
      integrity: entry.integrity ?? '',
      installScripts: [
        ...new Set([...scriptsOf(path), ...(entry.hasInstallScript ? ['install'] : [])]),
      ],
      usedBy: [user],
    };
    const known = found.get(idOf(dependency));
    if (known === undefined) found.set(idOf(dependency), dependency);
    else if (!known.usedBy.includes(user)) known.usedBy = [...known.usedBy, user].sort();
  }
}

/** @param {Pick<Dependency, 'name' | 'version'>} dependency */
export function idOf({ name, version }) {
  return `${name}@${version}`;
}

/** @param {LockEntry} entry @returns {string[]} */
function wantedBy(entry) {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry;
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => !peerDependenciesMeta?.[name]?.optional,
  );
  return [
    ...Object.keys(dependencies ?? {}),
    ...Object.keys(optionalDependencies ?? {}),
    ...peers,
  ].sort();
}

/** As Node finds it: in the nearest `node_modules` upwards. @param {LockPackages} packages @param {string} from @param {string} name */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '.') return undefined;
  }
}

/** @param {string} path @param {LockEntry} entry */
function nameOf(path, entry) {
  return entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** @param {string} path @returns {string[]} */
function installedScripts(path) {
  const { scripts = {} } = manifestOf(path);
  const named = INSTALL_SCRIPTS.filter((name) => name in scripts);
  const builds = existsSync(join(root, path, 'binding.gyp')) && named.length === 0;
  return builds ? ['install (binding.gyp)'] : named;
}

/** @param {string} path @returns {string | undefined} */
function installedLicence(path) {
  const { license } = manifestOf(path);
  return typeof license === 'string' ? license : undefined;
}

/** @param {string} path @returns {{ scripts?: Record<string, string>, license?: unknown }} */
function manifestOf(path) {
  const file = join(root, path, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
