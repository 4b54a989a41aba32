// Puts the command `dragoman` into one file: to load it from its several hundred takes longer than a
// short turn of an agent. Run behind the compiler; what is up to date stays as it is.
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'packages');
const output = join(packages, 'cli', 'bundle');
const draft = join(output, `draft-${process.pid}`);
const keeper = join(packages, 'runtime', 'dist', 'keeper');
const doors = join(packages, 'sandbox', 'dist', 'door');

if (timeOf(join(output, 'main.js')) < latestBuild()) {
  try {
    await bundle();
    putInPlace();
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function bundle() {
  mkdirSync(draft, { recursive: true });
  await writeProgram(join(packages, 'cli', 'dist', 'main.js'));
  // What the keeper of a turn may need is beside it, so that it begins with next to nothing.
  await writeProgram(join(keeper, 'keeper-program.js'), ['./recover-turn.js']);
  await writeProgram(join(keeper, 'recover-turn.js'));
  for (const file of filesIn(doors).filter((name) => name.endsWith('.mjs'))) {
    copyFileSync(file, join(draft, basename(file)));
  }
  writeFileSync(join(draft, 'package.json'), '{ "type": "commonjs" }\n');
}

/** File by file, so that who runs the command meanwhile always finds one; the one they begin with last. */
function putInPlace() {
  const names = readdirSync(draft).filter((name) => name !== 'main.js');
  for (const name of [...names, 'main.js']) renameSync(join(draft, name), join(output, name));
  const compiled = readdirSync(output).filter((name) => name.endsWith('.compiled'));
  for (const name of compiled) rmSync(join(output, name), { force: true });
}

/**
 * CommonJS, which can be loaded from V8's own cache of compiled code (`bin/load-bundle.cjs`).
 *
 * @param {string} input @param {string[]} external
 */
async function writeProgram(input, external = []) {
  const build = await rolldown({ input, external, platform: 'node', logLevel: 'warn' });
  await build.write({
    dir: draft,
    format: 'cjs',
    entryFileNames: '[name].js',
    codeSplitting: false,
    // Code that comes from the cache can't call `import()`.
    dynamicImportInCjs: false,
    minify: true,
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
