// Where an import leads, as far as the workspace is concerned.
import { dirname, relative, resolve, sep } from 'node:path';

export const SCOPE = '@dragoman/';

/** The package in `@dragoman/gateway` or `@dragoman/gateway/server`.
 * @param {string} specifier */
export function packageNamed(specifier) {
  return specifier.slice(SCOPE.length).split('/')[0] ?? '';
}

/** The workspace package an import lands in, if it does.
 * @param {string} root @param {string} file @param {string} specifier */
export function targetPackage(root, file, specifier) {
  if (specifier.startsWith(SCOPE)) return packageNamed(specifier);
  if (!specifier.startsWith('.')) return undefined;
  const path = relative(root, resolve(dirname(file), specifier))
    .split(sep)
    .join('/');
  const linked = path.lastIndexOf(`node_modules/${SCOPE}`);
  if (linked !== -1) return packageNamed(path.slice(linked + 'node_modules/'.length));
  const [first, second] = path.split('/');
  if (first === 'examples') return `examples/${second}`;
  return first === 'packages' ? second : undefined;
}
