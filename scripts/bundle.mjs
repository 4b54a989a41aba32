// Puts the command `dragoman` into a few files: to load it from its several hundred takes longer than
// a short turn of an agent. Run behind the compiler; what is up to date stays as it is.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'packages');
const output = join(packages, 'cli', 'bundle');

/** Each is started as a program of its own and looks for the others beside it. */
const programs = {
  main: join(packages, 'cli', 'dist', 'main.js'),
  'keeper-program': join(packages, 'runtime', 'dist', 'keeper', 'keeper-program.js'),
  launcher: join(packages, 'sandbox', 'dist', 'door', 'launcher.mjs'),
};

if (timeOf(join(output, 'main.js')) < latestBuild()) await bundle();

async function bundle() {
  const build = await rolldown({ input: programs, platform: 'node', logLevel: 'warn' });
  rmSync(output, { recursive: true, force: true });
  await build.write({
    dir: output,
    format: 'esm',
    entryFileNames: ({ name }) => (name === 'launcher' ? '[name].mjs' : '[name].js'),
    chunkFileNames: '[name]-[hash].js',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
}

/** When the compiler, or an install, last wrote something that goes in. */
function latestBuild() {
  const built = readdirSync(packages).flatMap((name) => filesIn(join(packages, name, 'dist')));
  const installed = join(root, 'node_modules', '.cache', 'installed-lock');
  return Math.max(timeOf(fileURLToPath(import.meta.url)), timeOf(installed), ...built.map(timeOf));
}

/** @param {string} folder */
function filesIn(folder) {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter(({ name }) => /\.m?js$/.test(name))
      .map(({ parentPath, name }) => join(parentPath, name));
  } catch {
    return [];
  }
}

/** @param {string} path */
function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
