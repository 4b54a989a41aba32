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
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { hasEffectImport, lazyProgram } from './lazy-program.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'packages');
const output = join(packages, 'cli', 'bundle');
const draft = join(output, `draft-${process.pid}`);
const watchdog = join(packages, 'runtime', 'dist', 'watchdog');
const doors = join(packages, 'sandbox', 'dist', 'door');

if (timeOf(join(output, 'main.js')) < latestBuild() || !timeOf(join(watchdog, 'watchdog.cjs'))) {
  try {
    await bundle();
    putInstall();
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function bundle() {
  mkdirSync(draft, { recursive: true });
  await writeProgram(await writeLazyProgram(join(packages, 'cli', 'dist', 'main.js')));
  // It is given to Node as one text, also by who doesn't use the command.
  await writeProgram(join(watchdog, 'watchdog-program.js'));
  renameSync(join(draft, 'watchdog-program.js'), join(draft, 'watchdog.cjs'));
  copyFileSync(join(draft, 'watchdog.cjs'), join(watchdog, 'watchdog.cjs'));
  for (const file of filesIn(doors).filter((name) => name.endsWith('.mjs'))) {
    copyFileSync(file, join(draft, basename(file)));
  }
  writeFileSync(join(draft, 'package.json'), '{ "type": "commonjs" }\n');
}

/** File by file, so that who runs the command meanwhile always finds one; the one they begin with last. */
function putInstall() {
  rmSync(join(draft, 'lazy'), { recursive: true });
  const names = readdirSync(draft).filter((name) => name !== 'main.js');
  for (const name of [...names, 'main.js']) renameSync(join(draft, name), join(output, name));
  const compiled = readdirSync(output).filter((name) => name.endsWith('.compiled'));
  for (const name of compiled) rmSync(join(output, name), { force: true });
}

/**
 * The modules of a program in one file, where each runs only when it is needed.
 *
 * @param {string} input
 */
async function writeLazyProgram(input) {
  const build = await rolldown({
    input,
    platform: 'node',
    logLevel: 'warn',
    plugins: [{ name: 'no-effect-imports', transform: refuseEffectImports }],
  });
  const { output: files } = await build.generate({
    format: 'cjs',
    preserveModules: true,
    preserveModulesRoot: root,
    // Code that comes from V8's cache can't call `import()`.
    dynamicImportInCjs: false,
  });
  await build.close();
  const path = join(draft, 'lazy', basename(input, '.js').concat('.cjs'));
  mkdirSync(dirname(path));
  writeFileSync(path, lazyProgram(files.filter((file) => file.type === 'chunk')));
  return path;
}

/** @param {string} code @param {string} id */
function refuseEffectImports(code, id) {
  if (hasEffectImport(code)) throw new Error(`${id} imports a module for its effect alone.`);
}

/**
 * CommonJS, which can be loaded from V8's own cache of compiled code (`bin/load-bundle.cjs`).
 *
 * @param {string} input
 */
async function writeProgram(input) {
  const build = await rolldown({ input, platform: 'node', logLevel: 'warn' });
  const { output: files } = await build.generate({
    format: 'cjs',
    entryFileNames: `${basename(input, extname(input))}.js`,
    codeSplitting: false,
    dynamicImportInCjs: false,
    minify: true,
  });
  await build.close();
  for (const file of files) {
    if (file.type === 'chunk') writeFileSync(join(draft, file.fileName), inAscii(file.code));
  }
}

/**
 * In ASCII a text is read without decoding, and takes half the memory.
 *
 * @param {string} code
 */
function inAscii(code) {
  return code.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** When the compiler, or an install, last wrote something that goes in. */
function latestBuild() {
  const built = readdirSync(packages).flatMap((name) => filesIn(join(packages, name, 'dist')));
  const installed = join(root, 'node_modules', '.cache', 'installed-lock');
  return Math.max(
    ...filesIn(join(root, 'scripts')).map(timeOf),
    timeOf(installed),
    ...built.map(timeOf),
  );
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
