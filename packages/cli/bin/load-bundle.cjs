const { createHash, randomUUID } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire, enableCompileCache, wrap } = require('node:module');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');

/**
 * Runs the `main.js` of a bundle with the code that V8 compiled in an earlier run: compiling takes as
 * long as the rest of the start. The compiled code is inside the bundle's folder, where no agent can
 * write; if it can't be written there, every start compiles.
 *
 * @param {string} folder
 * @param {string} use each use has its own compiled code, because V8 keeps the functions of the first run
 */
function loadBundle(folder, use) {
  const cache = join(folder, '.compiled', use);
  if (enableCompileCache === undefined) {
    createRequireWithCache(folder, cache)('./main.js');
  } else {
    enableCompileCache(cache);
    require(join(folder, 'main.js'));
  }
}

/**
 * `require` for the flat folder of a bundle, with a compile cache for Node before 22.1.
 *
 * @param {string} folder
 * @param {string} cache
 */
function createRequireWithCache(folder, cache) {
  const requireOther = createRequire(join(folder, 'main.js'));
  const modules = new Map();
  const uncached = new Map();
  // At the exit V8 has compiled the functions that this use needs.
  process.once('exit', () => {
    for (const [path, script] of uncached) save(path, script.createCachedData());
  });
  return requireFile;

  /** @param {string} id */
  function requireFile(id) {
    if (!id.startsWith('./')) return requireOther(id);
    const path = join(folder, id);
    const loaded = modules.get(path);
    if (loaded !== undefined) return loaded.exports;
    const module = { exports: {} };
    modules.set(path, module);
    try {
      compile(path)(module.exports, requireFile, module, path, folder);
    } catch (error) {
      // As with Node's own require, the next call tries again.
      modules.delete(path);
      throw error;
    }
    return module.exports;
  }

  /**
   * V8 compares only the length of the source with that of its compiled code, so a hash of the source
   * is in the name: installed files all have the same time. V8 rejects code of another version, and damaged code.
   *
   * @param {string} path
   */
  function compile(path) {
    const source = readFileSync(path, 'utf8');
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 32);
    const compiledPath = join(cache, `${basename(path)}.${hash}`);
    const compiled = readIfPresent(compiledPath);
    const script = new Script(wrap(source), {
      filename: path,
      cachedData: compiled,
    });
    if (compiled === undefined || script.cachedDataRejected) uncached.set(compiledPath, script);
    return script.runInThisContext();
  }
}

/** @param {string} path */
function readIfPresent(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Without a cache the next start only compiles again.
 *
 * @param {string} path
 * @param {Uint8Array} compiled
 */
function save(path, compiled) {
  if (!canCreate(dirname(path))) return;
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, compiled);
    renameSync(draft, path);
  } catch {
    rmSync(draft, { force: true });
  }
}

/** @param {string} folder */
function canCreate(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    return true;
  } catch {
    return false;
  }
}

module.exports = { createRequireWithCache, loadBundle };
