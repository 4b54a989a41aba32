import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = `${sep}src${sep}`;

/**
 * The path of a program that is built to be beside a module, by the module's `import.meta.url`. When
 * the module runs from its source, the program is where the build has it.
 */
export function builtFile(moduleUrl: string, name: string): string {
  const beside = join(dirname(fileURLToPath(moduleUrl)), name);
  const at = beside.lastIndexOf(SOURCES);
  if (at === -1 || existsSync(beside)) return beside;
  return join(beside.slice(0, at), 'dist', beside.slice(at + SOURCES.length));
}
