// Bundles the page of the server, and the command `dragoman`: loading it from its several hundred files takes longer than a short
// turn of an agent. Runs after the compiler; a bundle that is up to date stays as it is.
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
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
const watchdog = join(packages, 'runtime', 'dist', 'watchdog');
const prices = join(packages, 'agents', 'prices.json');
const threadProgram = join(packages, 'agents', 'dist', 'threads', 'thread-program.js');
const page = join(packages, 'web', 'src', 'page');
const pageFiles = join(packages, 'web', 'dist');
const doors = join(packages, 'sandbox', 'dist', 'door');

/** The styles of the page, in the order in which they are joined to one file: what comes later counts. */
const PAGE_STYLES = [
  ...['base', 'frame', 'state-badge', 'list-view', 'turn-view', 'message-view', 'diff-view'],
  ...['conversation-view', 'events-view', 'details-view'],
];

/** A command that started with the earlier bundle may still load a chunk of it. */
const KEPT_MS = 60 * 60 * 1000;

await bundlePage();
if (timeOf(join(output, 'main.js')) < latestBuild() || !timeOf(join(watchdog, 'watchdog.cjs'))) {
  try {
    await writeDraft();
    publishDraft();
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** One script of the page and of what it needs, beside its HTML and its styles. */
async function bundlePage() {
  const sources = readdirSync(page).map((name) => join(page, name));
  const needed = [...sources, ...filesIn(join(packages, 'protocol', 'dist')), ...scripts()];
  if (timeOf(join(pageFiles, 'view.js')) > Math.max(...needed.map(timeOf))) return;
  mkdirSync(pageFiles, { recursive: true });
  copyFileSync(join(page, 'view.html'), join(pageFiles, 'view.html'));
  const styles = PAGE_STYLES.map((name) => readFileSync(join(page, `${name}.css`), 'utf8'));
  writeFileSync(join(pageFiles, 'view.css'), styles.join('\n'));
  const build = await rolldown({
    input: join(page, 'main.ts'),
    platform: 'browser',
    logLevel: 'warn',
  });
  await build.write({ file: join(pageFiles, 'view.js'), format: 'esm', minify: true });
  await build.close();
}

async function writeDraft() {
  mkdirSync(draft, { recursive: true });
  // Other threads of the command share its chunks.
  const entries = {
    main: join(packages, 'cli', 'dist', 'main.js'),
    'thread-program': threadProgram,
  };
  await writeBundle(entries, {
    entryFileNames: '[name].js',
    // The hash keeps the chunks of two builds apart.
    chunkFileNames: '[name]-[hash].js',
  });
  // The watchdog gets its program as one text (decision 021), in the command and in the library alike.
  await writeBundle(join(watchdog, 'watchdog-program.js'), {
    entryFileNames: 'watchdog.cjs',
    codeSplitting: false,
  });
  copyFileSync(join(draft, 'watchdog.cjs'), join(watchdog, 'watchdog.cjs'));
  // Other processes start these: the sandbox looks for them beside the file it is in.
  for (const file of filesIn(doors).filter((name) => name.endsWith('.mjs'))) {
    copyFileSync(file, join(draft, basename(file)));
  }
  // The command looks for these beside its code.
  copyFileSync(prices, join(draft, basename(prices)));
  for (const name of ['view.js', 'view.html', 'view.css']) {
    copyFileSync(join(pageFiles, name), join(draft, name));
  }
  writeFileSync(join(draft, 'package.json'), '{ "type": "commonjs" }\n');
}

/**
 * CommonJS, because on Node 20 only scripts can be loaded with compiled code (`bin/load-bundle.cjs`).
 * There `import()` fails in such a script, so it becomes `require`.
 *
 * @param {string | Record<string, string>} input
 * @param {import('rolldown').OutputOptions} options
 */
async function writeBundle(input, options) {
  const build = await rolldown({ input, platform: 'node', logLevel: 'warn' });
  await build.write({
    dir: draft,
    format: 'cjs',
    dynamicImportInCjs: false,
    minify: true,
    // Node reads ASCII without decoding it.
    charset: 'ascii',
    ...options,
  });
  await build.close();
}

/** Moves file by file, `main.js` last, so that the command can start at any moment. */
function publishDraft() {
  const names = readdirSync(draft).filter((name) => name !== 'main.js');
  for (const name of [...names, 'main.js']) renameSync(join(draft, name), join(output, name));
  const current = new Set([...names, 'main.js', basename(draft)]);
  for (const name of readdirSync(output).filter((name) => !current.has(name))) {
    const path = join(output, name);
    if (name === '.compiled' || timeOf(path) < Date.now() - KEPT_MS) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** When the compiler or an install last wrote something that is bundled. */
function latestBuild() {
  const built = readdirSync(packages).flatMap((name) => filesIn(join(packages, name, 'dist')));
  const installed = join(root, 'node_modules', '.cache', 'installed-lock');
  return Math.max(
    ...scripts().map(timeOf),
    timeOf(installed),
    timeOf(prices),
    ...built.map(timeOf),
  );
}

function scripts() {
  return filesIn(join(root, 'scripts'));
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
