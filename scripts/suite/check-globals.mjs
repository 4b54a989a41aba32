// Runs before each test file: the file before it in the same worker has left the globals as they were.
// Vitest itself restores mocks once more after a file, so the end of that file would be too early.
import { beforeAll, expect } from 'vitest';
import { rememberGlobals } from './unchanged-globals.mjs';

const KEY = Symbol.for('dragoman.test-globals');

/** @type {{ changed: () => string[]; file: string }} */
const remembered = Reflect.get(globalThis, KEY) ?? { changed: rememberGlobals(), file: '' };
Reflect.set(globalThis, KEY, remembered);

beforeAll(() => {
  const before = remembered.file;
  remembered.file = expect.getState().testPath ?? '';
  expect(remembered.changed(), `globals that ${before} has left replaced`).toEqual([]);
});
