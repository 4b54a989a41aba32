import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { launcherDirectory, launcherName } from '../door/launcher-directory.js';
import { builtFile } from './built-file.js';

test('a module that runs from its source finds what was built of its neighbour', () => {
  const url = pathToFileURL('/my/src/project/src/door/module.ts').href;
  expect(builtFile(url, 'program.js')).toBe('/my/src/project/dist/door/program.js');
  expect(existsSync(join(launcherDirectory(), launcherName))).toBe(true);
});

test('what lies beside the module is taken, wherever that is', () => {
  expect(builtFile(import.meta.url, 'built-file.ts')).toMatch(/src.files.built-file\.ts$/);
  const url = pathToFileURL('/elsewhere/bundle/main.js').href;
  expect(builtFile(url, 'program.js')).toBe('/elsewhere/bundle/program.js');
});
