// Installs one agent's CLI into an image: `node install-agent.mjs codex 0.166.0`. Without a version it
// does nothing. No install script of any package runs: where the program lies, agents.json says, which
// is made from the same tables as Dragoman's own installs (docs/decisions/005).
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const [name = '', version = ''] = process.argv.slice(2);
if (version !== '') install();

function install() {
  const agent = JSON.parse(readFileSync(new URL('agents.json', import.meta.url), 'utf8'))[name];
  if (agent === undefined) fail(`there is no agent ${name}`);
  const folder = `/opt/dragoman/agents/${name}`;
  mkdirSync(folder, { recursive: true });
  npmInstall(folder, wantedOf(folder, agent));
  const modules = join(folder, 'node_modules');
  const found = agent.executables[platform()]?.find(({ path }) => existsSync(join(modules, path)));
  if (found === undefined) fail(`${agent.package}@${version} has no program for ${platform()}`);
  writeLauncher(`/usr/local/bin/${name}`, modules, found);
  check(version);
}

/**
 * What npm has to install. The packages of a pinned version stand in a lock file, with their hashes; the
 * one with the program is asked for by name, because npm passes over an optional one that it can't have.
 *
 * @param {string} folder
 * @param {{ package: string, executables: Record<string, { path: string }[]> }} agent
 * @returns {string[]}
 */
function wantedOf(folder, agent) {
  const pinned = JSON.parse(readFileSync(new URL('pinned.json', import.meta.url), 'utf8'))[name];
  if (pinned?.version !== version) return ['--no-package-lock', `${agent.package}@${version}`];
  const optional = pinned.packages[`node_modules/${agent.package}`].optionalDependencies ?? {};
  const programs = (agent.executables[platform()] ?? []).map(({ path }) => packageOf(path));
  const program = programs.find((each) => each in optional && pinned.packages[pathOf(each)]);
  const dependencies = {
    [agent.package]: version,
    ...(program && { [program]: optional[program] }),
  };
  const packages = { '': { name: 'agent', dependencies }, ...pinned.packages };
  if (program) packages[pathOf(program)] = { ...packages[pathOf(program)], optional: undefined };
  const lock = { name: 'agent', lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'agent', dependencies }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  return ['--package-lock'];
}

/** @param {string} path */
function packageOf(path) {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');
}

/** @param {string} packageName */
function pathOf(packageName) {
  return `node_modules/${packageName}`;
}

/** @param {string} folder @param {string[]} wanted */
function npmInstall(folder, wanted) {
  const options =
    '--no-save --no-audit --no-fund --no-update-notifier --ignore-scripts --include=optional --no-engine-strict --loglevel=error';
  const cache = '/tmp/npm-cache';
  const env = { ...process.env, npm_config_cache: cache };
  // Secrets of the build: the certificate of a network that looks into its traffic, and the settings
  // of a registry of one's own. Neither stays in the image.
  if (existsSync('/run/secrets/ca')) env.NODE_EXTRA_CA_CERTS = '/run/secrets/ca';
  if (existsSync('/run/secrets/npmrc')) env.npm_config_userconfig = '/run/secrets/npmrc';
  run('npm', ['install', ...options.split(' '), '--prefix', folder, ...wanted], env);
  rmSync(cache, { recursive: true, force: true });
  // Whoever runs it is not who installed it.
  run('chmod', ['-R', 'a+rX', folder], process.env);
}

/** The newest processors' instructions are not counted on: an image goes to other machines. */
function platform() {
  const report = process.report.getReport();
  const { header } = typeof report === 'string' ? JSON.parse(report) : report;
  return `${process.arch}-${header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'}`;
}

/**
 * @param {string} launcher
 * @param {string} modules
 * @param {{ path: string, kind: string, searchPath?: string[] }} found
 */
function writeLauncher(launcher, modules, { path, kind, searchPath = [] }) {
  const program = join(modules, path);
  mkdirSync('/usr/local/bin', { recursive: true });
  rmSync(launcher, { force: true });
  if (kind === 'native') chmodSync(program, 0o755);
  if (kind === 'native' && searchPath.length === 0) {
    symlinkSync(program, launcher);
    return;
  }
  const folders = searchPath.map((folder) => `${join(modules, folder)}:`).join('');
  const start = kind === 'native' ? `"${program}"` : `node "${program}"`;
  const lines = ['#!/bin/sh', `PATH="${folders}$PATH" exec ${start} "$@"`, ''];
  writeFileSync(launcher, lines.join('\n'), { mode: 0o755 });
}

/** @param {string} wanted */
function check(wanted) {
  const env = { HOME: '/tmp/first-run', PATH: '/usr/local/bin:/usr/bin:/bin' };
  mkdirSync(env.HOME, { recursive: true });
  const { stdout, stderr, status } = spawnSync(name, ['--version'], { env, encoding: 'utf8' });
  rmSync(env.HOME, { recursive: true, force: true });
  // As a whole word: 10.58.0 is not 0.58.0.
  const words = stdout.split(/[^\w.+-]+/).map((word) => word.replace(/^v/, ''));
  if (status === 0 && words.includes(wanted)) return;
  fail(`${name} --version did not say ${wanted}, but (${status}): ${stdout}${stderr}`);
}

/** @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env */
function run(command, args, env) {
  const { status, error } = spawnSync(command, args, {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) fail(`could not start ${command}: ${error.message}`);
  if (status !== 0) fail(`${command} ${args.join(' ')} ended with ${status}`);
}

/** @param {string} text @returns {never} */
function fail(text) {
  process.stderr.write(`install-agent: ${text}\n`);
  process.exit(1);
}
