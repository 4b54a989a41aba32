const { readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');

/**
 * Runs a bundle with the code that V8 compiled when it last ran: compiling takes as long as the rest
 * of the start. The code is kept beside the bundle, under the time of the bundle, since V8 itself
 * only compares lengths; another version of Node refuses it and compiles anew. Where it can't be
 * kept, nothing is lost but that. A bundle must not call `import()`, which Node 20 refuses to code
 * from such a cache, and is in ASCII.
 *
 * @param {string} path
 * @param {string} use which of its uses the code is kept for: each needs other functions
 */
function loadBundle(path, use) {
  const compiledPath = `${path}.${Math.floor(statSync(path).mtimeMs)}.${use}.compiled`;
  const compiled = readIfThere(compiledPath);
  const script = new Script(wrap(readFileSync(path, 'latin1')), {
    filename: path,
    cachedData: compiled,
  });
  // At the end it knows the functions that were really needed.
  if (compiled === undefined || script.cachedDataRejected) {
    process.once('exit', () => keep(compiledPath, script.createCachedData()));
  }
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** @param {string} path @param {Uint8Array} compiled */
function keep(path, compiled) {
  const own = `${path}.${process.pid}`;
  try {
    writeFileSync(own, compiled);
    renameSync(own, path);
  } catch {
    rmSync(own, { force: true });
  }
}

module.exports = { loadBundle };
