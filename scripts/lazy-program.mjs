// One program of many modules, each of which runs when something of it is first used, not when it is
// imported: most of what a command imports, it never needs.
import { posix } from 'node:path';

/**
 * A module as the bundler writes it in CommonJS when modules are preserved: what it imports stands in
 * constants of its own at its beginning, or is required in place.
 *
 * @typedef {object} ModuleChunk
 * @property {string} fileName
 * @property {string} code
 * @property {boolean} isEntry
 */

const IMPORT_FOR_EFFECT = /^require\("\.[^"]+"\);$/gm;
const IMPORT = /^(?:const|let|var) ([\w$]+) = require\("(\.[^"]+)"\);$/gm;
const IMPORT_IN_PLACE = /(?<![\w$])(?<!(?<!\.\.)\.)require\("(\.[^"]+)"\)/g;
const REEXPORT = /^exports\.([\w$]+) = (load\d+\(\)\.[\w$]+);$/gm;

/**
 * The program, as one CommonJS module. What the bundler requires without using it is left out, so no
 * module may be imported for its effect alone (`hasEffectImport`).
 *
 * @param {readonly ModuleChunk[]} chunks
 */
export function lazyProgram(chunks) {
  const numbers = new Map(chunks.map(({ fileName }, number) => [fileName, number]));
  const entry = chunks.findIndex(({ isEntry }) => isEntry);
  return `${chunks.map((chunk) => lazyModule(chunk, numbers)).join('')}load${entry}();\n`;
}

/**
 * Whether a module, as its author wrote it, imports another for its effect alone.
 *
 * @param {string} source
 */
export function hasEffectImport(source) {
  return /^\s*import\s*['"]/m.test(source);
}

/** @param {ModuleChunk} chunk @param {ReadonlyMap<string, number>} numbers */
function lazyModule({ fileName, code }, numbers) {
  const own = numbers.get(fileName);
  /** @param {string} path */
  const load = (path) => {
    const number = numbers.get(posix.join(posix.dirname(fileName), path));
    if (number === undefined) throw new Error(`${fileName} imports ${path}, which isn't there.`);
    return `load${number}()`;
  };
  /** @type {Map<string, string>} */
  const imports = new Map();
  const body = code.replace(IMPORT_FOR_EFFECT, '').replace(IMPORT, (_, name, path) => {
    imports.set(name, load(path));
    return '';
  });
  const lazy = [...imports]
    .reduce((text, [name, loading]) => useLazily(text, name, loading, fileName), body)
    .replace(IMPORT_IN_PLACE, (_, path) => load(path))
    .replace(
      REEXPORT,
      'Object.defineProperty(exports, "$1", { enumerable: true, get: () => $2 });',
    );
  return `let made${own};
function load${own}() { return made${own} ?? make${own}(); }
function make${own}() {
const exports = made${own} = {};
try {
${lazy}
} catch (error) {
made${own} = undefined;
throw error;
}
return exports;
}
`;
}

/**
 * Puts the loading of a module in the place of its name, which can only stand before a dot.
 *
 * @param {string} code @param {string} name @param {string} loading @param {string} fileName
 */
function useLazily(code, name, loading, fileName) {
  const uses = new RegExp(
    `(new )?(?<![\\w$])(?<!(?<!\\.\\.)\\.)${literally(name)}(?![\\w$])(.?)`,
    'gs',
  );
  return code.replace(uses, (_, maker, after) => {
    if (after !== '.')
      throw new Error(`${fileName} uses ${name} otherwise than for what is in it.`);
    return maker === undefined ? `${loading}.` : `new (${loading}).`;
  });
}

/** @param {string} name */
function literally(name) {
  return name.replaceAll('$', '\\$');
}
