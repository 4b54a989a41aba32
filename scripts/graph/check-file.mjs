// Finds every line in which one source file breaks the arrows.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { relative, sep } from 'node:path';
import { browserSafe, nodeGlobals } from './arrows.mjs';
import { scanSource } from './scan-source.mjs';
import { SCOPE, targetPackage } from './target-package.mjs';

/**
 * @typedef {{ root: string, home: string, name: string, allowed: readonly string[], file: string }} SourceFile
 * @param {SourceFile} source @returns {string[]}
 */
export function checkFile(source) {
  const { root, home, name, file } = source;
  const path = relative(root, file).split(sep).join('/');
  const shipped = path.startsWith(`${home}/src/`) && !/\.test\.[jt]sx?$/.test(path);
  const { imports, names, references } = scanSource(file, readFileSync(file, 'utf8'));
  const found = imports.flatMap(({ specifier, line }) =>
    checkImport(source, shipped, specifier).map((complaint) => ({ line, complaint })),
  );
  if (shipped && browserSafe.includes(name)) {
    const globals = names.filter((used) => nodeGlobals.has(used.name));
    for (const used of globals) {
      const complaint = `${name} runs in browsers and must not use Node's ${used.name}`;
      found.push({ line: used.line, complaint });
    }
    for (const { line, name: text } of references) {
      found.push({ line, complaint: `${name} runs in browsers and must not bring in ${text}` });
    }
  }
  return found.map(({ line, complaint }) => `${path}:${line}: ${complaint}`);
}

/** @param {SourceFile} source @param {boolean} shipped @param {string | undefined} specifier */
function checkImport({ root, name, allowed, file }, shipped, specifier) {
  if (specifier === undefined) {
    return shipped
      ? ['an import that is computed can lead anywhere: write out what it imports']
      : [];
  }
  const complaints = [];
  const target = targetPackage(root, file, specifier);
  if (target !== undefined && target !== name) {
    // Tests may use the testkit; whatever they test, they stay below their package otherwise.
    if (!allowed.includes(target) && (shipped || target !== 'testkit')) {
      complaints.push(`${name} must not import ${target} (${specifier})`);
    }
    if (specifier.startsWith('.')) {
      complaints.push(`import ${SCOPE}${target} by its name, not by its path`);
    }
  }
  if (shipped && browserSafe.includes(name) && isNodeModule(specifier)) {
    complaints.push(`${name} runs in browsers and must not import ${specifier}`);
  }
  return complaints;
}

/** @param {string} specifier */
function isNodeModule(specifier) {
  return specifier.startsWith('node:') || builtinModules.includes(specifier.split('/')[0] ?? '');
}
